import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { batchId, batchKeys } from '../../../../../functions/pipeline/core/batches/batch-names.ts'

const MANIFEST = { bucket: 'drop', key: 'batches/slim/m.jsonl', version: 'v1' }

test('a batch is named by its manifest’s version, in the form of execution names', () => {
  const text = '4:drop20:batches/slim/m.jsonl2:v1'
  const hash = createHash('sha256').update(text).digest('hex')
  expect(batchId(MANIFEST)).toBe(`batch-${hash.slice(0, 40)}`)
  expect(batchId(MANIFEST)).toMatch(/^batch-[0-9a-f]{40}$/)
  // Where one field ends and the next begins counts.
  const moved = { bucket: 'dropb', key: 'atches/slim/m.jsonl', version: 'v1' }
  expect(batchId(moved)).not.toBe(batchId(MANIFEST))
  expect(batchId({ ...MANIFEST, version: 'v2' })).not.toBe(batchId(MANIFEST))
})

test('its files lie below the prefix of all results', () => {
  const keys = batchKeys('batch-1', 'out/')
  expect(keys.chunks).toBe('out/batches/batch-1/chunks.jsonl')
  expect(keys.part(12)).toBe('out/batches/batch-1/parts/12.jsonl')
  expect(keys.results).toBe('out/batches/batch-1/results.jsonl')
})
