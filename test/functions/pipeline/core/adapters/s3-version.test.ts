import { S3ServiceException } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import {
  factsOf,
  NO_VERSION,
  objectParams,
  readVersion,
  unlessGone,
} from '../../../../../functions/pipeline/core/adapters/s3-version.ts'
import type { ObjectFacts } from '../../../../../functions/pipeline/core/ports/objects.ts'

const AT = new Date('2026-01-31T00:00:00.000Z')
const OBJECT = { bucket: 'drop', key: 'a.jpg' }

test('what S3 answers with is told without the quotes of an ETag, and what it leaves out is nothing', () => {
  const answer = {
    VersionId: 'v1',
    ETag: '"e"',
    LastModified: AT,
    ContentLength: 5,
    ContentType: 'image/png',
    Metadata: { mine: 'yes' },
  }
  expect(factsOf(answer)).toEqual({
    version: 'v1',
    versionId: 'v1',
    etag: 'e',
    size: 5,
    metadata: { mine: 'yes' },
    contentType: 'image/png',
  })
  const bare = factsOf({})
  expect(bare).toMatchObject({ etag: '', size: 0, contentType: 'application/octet-stream' })
  expect(bare).not.toHaveProperty('versionId')
  expect(bare.version).toMatch(/^write:1970-01-01T00:00:00Z\/0\/\/[0-9a-f]{8}$/)
})

test('a version id is asked for, and what stands for a write or an ETag is not', () => {
  const at = { Bucket: 'drop', Key: 'a.jpg' }
  expect(objectParams(OBJECT)).toEqual(at)
  expect(objectParams({ ...OBJECT, version: 'v1' })).toEqual({ ...at, VersionId: 'v1' })
  expect(objectParams({ ...OBJECT, version: 'etag:e' })).toEqual(at)
  expect(objectParams({ ...OBJECT, version: 'write:2026-01-31T00:00:00Z/5/e/h' })).toEqual(at)
})

/** Reads a write of which the answers are given one after the other. */
async function readWrite(version: string, answers: (string | undefined)[]) {
  const asked: unknown[] = []
  const discarded: string[] = []
  const found = await readVersion(
    { ...OBJECT, version },
    async (params) => {
      asked.push(params)
      const given = answers[asked.length - 1]
      return given === undefined ? undefined : { facts: { version: given } as ObjectFacts }
    },
    async ({ facts }) => void discarded.push(facts.version),
  )
  return { found: found?.facts.version, asked, discarded }
}

const MINE = 'write:2026-01-31T00:00:00Z/5/e/h'
const OTHER = 'write:2026-01-31T00:00:01Z/5/e/h'

test('a write is what lies there, or below what was written since versions are kept', async () => {
  const first = await readWrite(MINE, [MINE])
  expect([first.found, first.discarded]).toEqual([MINE, []])
  expect(first.asked).toMatchObject([{ Bucket: 'drop', Key: 'a.jpg' }])
  const below = await readWrite(MINE, [OTHER, MINE])
  expect([below.found, below.discarded]).toEqual([MINE, [OTHER]])
  expect(below.asked[1]).toMatchObject({ VersionId: 'null' })
  const gone = await readWrite(MINE, [OTHER, OTHER])
  expect([gone.found, gone.discarded]).toEqual([undefined, [OTHER, OTHER]])
  expect((await readWrite(MINE, [undefined, undefined])).found).toBeUndefined()
  // Of a named version there is one answer.
  const named = await readWrite('v1', ['v1'])
  expect([named.found, named.asked.length]).toEqual(['v1', 1])
})

// API Reference, "Error responses": a delete marker that is asked for by its version is no object that can be read.
test.each([
  ['NoSuchKey', 404],
  ['NoSuchVersion', 404],
  ['NotFound', 404],
  ['MethodNotAllowed', 405],
  ['PreconditionFailed', 412],
  // The answer to HEAD has no name of S3's.
  ['Unknown', 412],
])('%s with status %i tells that nothing is there', async (name, httpStatusCode) => {
  const error = new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode } })
  expect(await unlessGone(OBJECT, () => Promise.reject(error))).toBeUndefined()
})

test.each(['BadRequest', 'InvalidArgument'])(
  '%s tells that nothing is there where a version id is asked for, otherwise it stays',
  async (name) => {
    const $metadata = { httpStatusCode: 400 }
    const bad = new S3ServiceException({ name, $fault: 'client', $metadata })
    const read = () => Promise.reject(bad)
    await expect(unlessGone(OBJECT, read)).rejects.toBe(bad)
    expect(await unlessGone(OBJECT, read, NO_VERSION)).toBeUndefined()
  },
)

test('an error of anything but S3 stays, whatever its name', async () => {
  const named = Object.assign(new Error(), { name: 'NoSuchKey' })
  await expect(unlessGone(OBJECT, () => Promise.reject(named))).rejects.toBe(named)
})
