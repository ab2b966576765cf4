import { expect, test } from 'vitest'
import {
  etagOf,
  isAlike,
  isVersionId,
  isWrite,
  nextAlike,
  versionOf,
  writtenAt,
} from '../../../../../functions/pipeline/core/sources/write-version.ts'

const FACTS = { etag: 'e', modified: Date.UTC(2026, 0, 1, 12, 0, 5), size: 10, metadata: {} }

test.each([
  ['v1', true],
  ['null', false],
  ['', false],
  [undefined, false],
])('%j is a version id of S3: %s', (id, expected) => {
  expect(isVersionId(id)).toBe(expected)
  expect(isWrite(versionOf({ ...FACTS, versionId: id }))).toBe(!expected)
})

test('a write without a version id is told by its second, size, ETag and metadata', () => {
  const version = versionOf({ ...FACTS, metadata: { b: '2', a: '1' } })
  expect(version).toMatch(/^write:2026-01-01T12:00:05Z\/10\/e\/[0-9a-f]{8}$/)
  expect(versionOf({ ...FACTS, metadata: { a: '1', b: '2' } })).toBe(version)
  expect(versionOf({ ...FACTS, metadata: { a: '2', b: '1' } })).not.toBe(version)
  expect(etagOf(version)).toBe('e')
  expect(writtenAt(version)).toBe(FACTS.modified)
})

test('writes alike are counted, and those of S3 with a version are themselves alone', () => {
  const version = versionOf(FACTS)
  const source = { bucket: 'drop', key: 'k', version, size: 10 }
  const second = nextAlike(source)
  const third = nextAlike(second)
  expect([second.version, third.version]).toEqual([`${version}/2`, `${version}/3`])
  expect(isAlike(version, third.version)).toBe(true)
  expect(isAlike(version, versionOf({ ...FACTS, size: 11 }))).toBe(false)
  expect(isAlike('a/b/c/d/2', 'a/b/c/d/3')).toBe(false)
})
