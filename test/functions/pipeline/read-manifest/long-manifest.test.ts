import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { closeBatch } from '../../../../functions/pipeline/close-batch/close-batch.ts'
import type { Chunk, ItemResult } from '../../../../functions/pipeline/core/ports/batch.ts'
import { readManifest } from '../../../../functions/pipeline/read-manifest/read-manifest.ts'
import { FAKE_BATCH, fakeBatch } from '../core/batches/fake-batch.ts'
import type { Made } from '../core/batches/fake-s3.ts'

/** About 30 MB of keys. `npm run bench -- million` does the same with a million. */
const ITEMS = 30_000
function keyOf(n: number): string {
  return `files/${'long'.repeat(240)}/${n}.jpg`
}

function open(made: Made) {
  const folder = mkdtempSync(join(tmpdir(), 'long-manifest-'))
  const { deps, linesOf, close } = fakeBatch(folder, made)
  onTestFinished(() => {
    close()
    rmSync(folder, { recursive: true })
  })
  return { deps, linesOf }
}

test('a long manifest is split into chunks as a stream, with little of it in memory', async () => {
  let made = 0
  let written = 0
  let lead = 0
  const lines = function* (): Generator<Buffer> {
    for (let n = 0; n < ITEMS; n++) {
      const line = Buffer.from(`${JSON.stringify({ key: keyOf(n) })}\n`)
      made += line.length
      lead = Math.max(lead, made - written)
      yield line
    }
  }
  const { deps, linesOf } = open({
    object: () => Readable.from(lines(), { objectMode: false }),
    uploaded: (bytes) => {
      written += bytes
    },
  })
  const read = await readManifest({ batch: FAKE_BATCH.id }, deps)
  expect(read).toMatchObject({ total: ITEMS, children: 10 })
  expect(lead).toBeLessThan(made * 0.7)
  const keys = linesOf<Chunk>('chunks').flatMap(({ items }) => items.map(({ key }) => key))
  expect(keys).toHaveLength(ITEMS)
  expect(keys.findIndex((key, n) => key !== keyOf(n))).toBe(-1)
})

test('the result manifest is written in order, with a bounded number of concurrent reads', async () => {
  const chunks = 400
  const itemOf = (n: number) => ({ line: n + 1, key: `files/${n}.jpg`, recipe: 'slim' })
  const inChunk = (chunk: number) => Array.from({ length: 3 }, (_, n) => itemOf(chunk * 3 + n))
  const unreported = 7
  let asked = 0
  let most = 0
  const { deps, linesOf } = open({
    object: (path) => {
      const part = /parts\/(\d+)\.jsonl$/.exec(path)?.[1]
      if (part === undefined) {
        const lines = Array.from({ length: chunks }, (_, chunk) =>
          JSON.stringify({ chunk, items: inChunk(chunk) }),
        )
        return `${lines.join('\n')}\n`
      }
      if (Number(part) === unreported) return undefined
      const ends = inChunk(Number(part)).map((item) => ({ ...item, status: 'succeeded' }))
      return ends.map((end) => `${JSON.stringify(end)}\n`).join('')
    },
    began: () => {
      asked += 1
      most = Math.max(most, asked)
    },
    ended: () => {
      asked -= 1
    },
  })
  const { succeeded, unfinished } = await closeBatch({ batch: FAKE_BATCH.id }, deps)
  expect({ succeeded, unfinished }).toEqual({ succeeded: 3 * chunks - 3, unfinished: 3 })
  expect(linesOf<ItemResult>('results').map(({ line }) => line)).toEqual(
    Array.from({ length: 3 * chunks }, (_, n) => n + 1),
  )
  // The parts that are read ahead, and the list of chunks.
  expect(most).toBeGreaterThan(10)
  expect(most).toBeLessThan(100)
})
