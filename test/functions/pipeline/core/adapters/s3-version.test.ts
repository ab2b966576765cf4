import { expect, test } from 'vitest'
import {
  factsOf,
  objectParams,
  readVersion,
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
