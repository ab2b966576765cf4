import { NoSuchKey } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { replacedDrop } from '../../../../functions/operate/drops/replaced-drop.ts'
import { scripted } from '../scripted.ts'

const WRITTEN = new Date('2026-01-31T12:00:00.000Z')
const ETAG = '"e1"'
const head = (etag = ETAG) => ({ ETag: etag, ContentLength: 3, LastModified: WRITTEN })

/** What became of a drop, where S3 tells this of its key and its job has this record. */
async function found(there: object | undefined, record?: object, version?: string) {
  const { client: s3 } = scripted({
    HeadObject: ({ VersionId }: { VersionId?: string }) => {
      if (there && VersionId === undefined) return there
      throw new NoSuchKey({ message: '', $metadata: { httpStatusCode: 404 } })
    },
  })
  const { client: db } = scripted({ Get: () => ({ Item: record }) })
  const clients = { s3, db, at: { jobsTable: 'jobs' } } as never
  const dropped = { bucket: 'drop', key: 'a.jpg', recipe: 'slim', version: version ?? WRITE }
  return replacedDrop(clients, 'job-1', dropped, 1)
}
/** The hash is that of no metadata. */
const WRITE = 'write:2026-01-31T12:00:00Z/3/e1/4f53cda1'

test('what has a version of its own, or lies there still, was not replaced', async () => {
  expect(await found(undefined, undefined, 'v1')).toBeUndefined()
  expect(await found(head())).toBeUndefined()
})

test('what is overwritten or deleted before its job began has failed', async () => {
  expect(await found(head('"e2"'))).toMatchObject({
    id: 'job-1',
    status: 'failed',
    attempt: 0,
    source: { bucket: 'drop', key: 'a.jpg', version: WRITE, size: 0 },
    recipe: { name: 'slim' },
    failure: {
      code: 'Superseded',
      message: expect.stringMatching(/^It was overwritten before its job began, and drop keeps/),
      state: 'Start',
      retryable: false,
    },
  })
  expect((await found(undefined))?.failure).toMatchObject({
    code: 'SourceGone',
    message: expect.stringMatching(/^It was deleted before .*: nothing is left of it\.$/),
  })
  expect(await found(undefined, { id: 'job-1', status: 'running' })).toEqual({
    id: 'job-1',
    status: 'running',
  })
})
