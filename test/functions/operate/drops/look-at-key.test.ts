import { S3ServiceException } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { existingKeys } from '../../../../functions/operate/drops/existing-keys.ts'
import { findEarlier } from '../../../../functions/operate/drops/find-earlier.ts'
import { jobOfKey } from '../../../../functions/operate/drops/job-of-key.ts'
import { lookAtKey } from '../../../../functions/operate/drops/look-at-key.ts'
import {
  describeMissing,
  missingCompanions,
} from '../../../../functions/operate/drops/missing-companions.ts'
import { writtenVersion } from '../../../../functions/operate/drops/written-version.ts'
import { executionName } from '../../../../functions/pipeline/core/begin/execution-name.ts'
import { scripted } from '../scripted.ts'

const KEY = 'drop/slim/a.jpg'
const NOW = Date.parse('2026-01-31T00:10:00.000Z')
const SHA = 'a'.repeat(64)
const RECIPE = { name: 'slim', sha256: 'r' }
const SOURCE = { bucket: 'drop', key: KEY, version: 'v1', size: 10, etag: 'e' }
const name = (attempt = 0) => executionName(SOURCE, 'slim', attempt)
const HEAD = {
  VersionId: 'v1',
  ETag: '"e"',
  ContentLength: 10,
  LastModified: new Date(NOW - 599_999),
  Metadata: { 'darkroom-sha256': SHA },
}

function missing() {
  return new S3ServiceException({
    name: 'NotFound',
    $fault: 'client',
    $metadata: { httpStatusCode: 404 },
  })
}

type Record = { status?: string; recipe?: object; failure?: object; refused?: object }

/** A bucket with what a HEAD finds, and records of jobs by their ids. */
function clientsWith(head: object | undefined, jobs: { [id: string]: Record } = {}) {
  const s3 = scripted({ HeadObject: () => head ?? Promise.reject(missing()) })
  const db = scripted({
    Get: ({ Key }: { Key: { id: string } }) => {
      const found = jobs[Key.id]
      return { Item: found && { id: Key.id, source: SOURCE, recipe: { ...RECIPE }, ...found } }
    },
  })
  const at = { dropBucket: 'drop', jobsTable: 'jobs' }
  return { clients: { s3: s3.client, db: db.client, at } as never, asked: s3.asked }
}
const look = (head: object | undefined, jobs: { [id: string]: Record } = {}, same = true) =>
  lookAtKey({ key: KEY, isSame: () => same, recipe: RECIPE }, clientsWith(head, jobs).clients, NOW)

test('nothing is said of a key under which nothing lies, or what nobody took in', async () => {
  expect(await look(undefined)).toEqual({})
  expect(await look(HEAD, {}, false)).toEqual({})
  expect(await look({ ...HEAD, LastModified: new Date(NOW - 600_000) })).toEqual({})
  expect(await look({ ...HEAD, LastModified: undefined })).toEqual({})
})

test('the same file that was dropped within ten minutes is on its way', async () => {
  expect(await look(HEAD)).toEqual({ earlier: { job: name(), state: 'going' } })
})

test.each([
  ['running', {}, 'going'],
  ['parked', {}, 'going'],
  ['succeeded', {}, 'done'],
  ['failed', { failure: { code: 'ServiceUnreachable' } }, 'failed'],
  ['succeeded', { refused: { code: 'NoTarget', step: 0, words: '' } }, 'refused'],
])('the same file whose job %s %j is told as %s', async (status, more, state) => {
  const found = await look(HEAD, { [name()]: { status, ...more } })
  expect(found).toEqual({ earlier: { job: name(), state } })
})

test('of a job that failed the last attempt counts', async () => {
  const failed = { status: 'failed', failure: { code: 'ServiceUnreachable' } }
  const jobs = { [name()]: failed, [name(1)]: failed, [name(2)]: { status: 'succeeded' } }
  expect(await look(HEAD, jobs)).toEqual({ earlier: { job: name(2), state: 'done' } })
  // An attempt is looked for behind a failed one alone.
  expect(await look(HEAD, { ...jobs, [name()]: { status: 'succeeded' } })).toEqual({
    earlier: { job: name(), state: 'done' },
  })
})

test.each([
  ['another file', false, {}],
  ['another recipe’s text', true, { recipe: { name: 'slim', sha256: 'other' } }],
  ['overrides', true, { recipe: { ...RECIPE, overrides: '{}' } }],
])('a job with %s is superseded while it runs', async (_, same, more) => {
  const under = (status: string) => look(HEAD, { [name()]: { status, ...more } }, same)
  expect(await under('running')).toEqual({ superseded: name() })
  expect(await under('parked')).toEqual({ superseded: name() })
  expect(await under('succeeded')).toEqual({})
})

test('a file is known again by S3’s own hash of the whole, or by what was written beside it', async () => {
  const whole = { ...HEAD, Metadata: undefined, ChecksumType: 'FULL_OBJECT' }
  const hash = Buffer.from(SHA, 'hex').toString('base64')
  const find = (head: object) =>
    findEarlier({ key: KEY, sha256: SHA, recipe: RECIPE }, clientsWith(head).clients, NOW)
  const going = { job: name(), state: 'going' }
  expect(await find(HEAD)).toEqual(going)
  expect(await find({ ...whole, ChecksumSHA256: hash })).toEqual(going)
  expect(await find({ ...whole, ChecksumSHA256: hash, ChecksumType: 'COMPOSITE' })).toBeUndefined()
  expect(
    await find({ ...HEAD, ChecksumSHA256: 'AAAA', ChecksumType: 'FULL_OBJECT' }),
  ).toBeUndefined()
  expect(await find(whole)).toBeUndefined()
})

test('the job of a key is named, begun or not', async () => {
  expect(await jobOfKey(KEY, 'slim', clientsWith(HEAD).clients)).toBe(name())
  expect(await jobOfKey(KEY, 'slim', clientsWith(undefined).clients)).toBeUndefined()
})

test('what was written has its version, which S3 is asked for where there are none', async () => {
  const written = async (head: object | undefined, answer: object) => {
    const { clients, asked } = clientsWith(head)
    const found = await writtenVersion((clients as { s3: never }).s3, SOURCE, answer).catch(
      ({ message }: Error) => message,
    )
    return [found, asked.length]
  }
  expect(await written(undefined, { VersionId: 'v9' })).toEqual(['v9', 0])
  const plain = { ...HEAD, VersionId: undefined }
  const version = expect.stringMatching(/^write:2026-01-31T00:00:00Z\/10\/e\//)
  expect(await written(plain, { VersionId: 'null', ETag: '"e"' })).toEqual([version, 1])
  const lost = 'right after it was written, and drop keeps no versions.'
  expect(await written(plain, { ETag: '"f"' })).toEqual([`${KEY} was overwritten ${lost}`, 1])
  expect(await written(undefined, {})).toEqual([`${KEY} was deleted ${lost}`, 1])
})

/** A listing in pages of these keys. */
function listing(...pages: string[][]) {
  const { client, asked } = scripted({
    ListObjectsV2: ({ ContinuationToken = '0' }: { ContinuationToken?: string }) => {
      const page = Number(ContinuationToken)
      return {
        Contents: pages[Math.min(page, pages.length - 1)]?.map((Key) => ({ Key })),
        ...(page + 1 < pages.length && { NextContinuationToken: String(page + 1) }),
      }
    },
  })
  const find = (...keys: string[]) =>
    existingKeys(keys, { s3: client, at: { dropBucket: 'drop' } as never })
  return { asked, find }
}

test('keys are looked for below the folder that holds them all', async () => {
  const prefixOf = async (...keys: string[]) => {
    const { asked, find } = listing([])
    await find(...keys)
    return asked[0]?.[1]['Prefix']
  }
  expect(await prefixOf('drop/slim/a/1.jpg', 'drop/slim/a/2.jpg')).toBe('drop/slim/a/')
  expect(await prefixOf('drop/slim/a/1.jpg', 'drop/slim/b/c/2.jpg')).toBe('drop/slim/')
  expect(await prefixOf('drop/slim/a/1.jpg', 'files/2.jpg')).toBe('')
  expect(await prefixOf('drop/slim/ab/1.jpg', 'drop/slim/a/2.jpg')).toBe('drop/slim/')
  expect(await prefixOf()).toBe('')
})

test('those of a listing that are wanted are there, on every page', async () => {
  const { asked, find } = listing(['d/a', 'd/b'], ['d/c', 'd/e'])
  expect(await find('d/b', 'd/c', 'd/d', 'd/z')).toEqual(new Set(['d/b', 'd/c']))
  expect(asked.map(([, input]) => input)).toEqual([
    { Bucket: 'drop', Prefix: 'd/' },
    { Bucket: 'drop', Prefix: 'd/', ContinuationToken: '1' },
  ])
})

test('keys behind the last page that is read count as there', async () => {
  const { asked, find } = listing(...Array.from({ length: 20 }, (_, at) => [`d/${10 + at}`]))
  // Eleven pages: ten, and one for a thousandth of a page of keys.
  expect(await find('d/10', 'd/20', 'd/21', 'd/100', 'd/ä')).toEqual(
    new Set(['d/10', 'd/20', 'd/21', 'd/ä']),
  )
  expect(asked).toHaveLength(11)
})

const PLAN = {
  steps: [{ inputs: { msk: { companion: '{stem}.mask.png' } } }],
  companionSeconds: 60,
}
const WAITING = {
  status: 'running',
  source: SOURCE,
  recipe: { name: 'slim', plan: PLAN },
  createdAt: '2026-01-31T00:00:00.000Z',
}

test('a running job waits for companions that are not there', async () => {
  const { NotFound } = await import('@aws-sdk/client-s3')
  const ask = (job: object, answer: () => unknown) => {
    const { client } = scripted({ HeadObject: answer })
    return missingCompanions({ s3: client }, { ...WAITING, ...job } as never)
  }
  const gone = () => Promise.reject(new NotFound({ $metadata: {}, message: '' }))
  const found = await ask({}, gone)
  expect(found).toEqual({
    keys: ['drop/slim/a.mask.png'],
    since: new Date('2026-01-31T00:00:00.000Z'),
    until: new Date('2026-01-31T00:01:00.000Z'),
  })
  expect(await ask({}, () => ({}))).toBeUndefined()
  expect(await ask({ status: 'parked' }, gone)).toBeUndefined()
  expect(await ask({ refusal: {} }, gone)).toBeUndefined()
  expect(await ask({ recipe: { name: 'slim' } }, gone)).toBeUndefined()
  await expect(ask({}, () => Promise.reject(new Error('Away.')))).rejects.toThrow('Away.')
  const words = (seconds: number) =>
    describeMissing(found!, Date.parse('2026-01-31T00:00:00.000Z') + seconds * 1000)
  const begins = 'waiting for "drop/slim/a.mask.png" since 00:00:00 UTC'
  expect([0, 59.5, 60].map(words)).toEqual([
    `${begins}, 60 s are left`,
    `${begins}, 1 s are left`,
    `${begins}, its time is over`,
  ])
  expect(describeMissing({ ...found!, keys: ['a', 'b'] }, 0)).toContain(
    'waiting for "a" and "b" since',
  )
})
