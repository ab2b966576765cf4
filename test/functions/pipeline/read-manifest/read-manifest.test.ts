import { expect, test } from 'vitest'
import type { Chunk } from '../../../../functions/pipeline/core/ports/batch.ts'
import {
  type ReadManifestDeps,
  readManifest,
} from '../../../../functions/pipeline/read-manifest/read-manifest.ts'
import { FAKE_BATCH } from '../core/batches/fake-batch.ts'

/** What becomes of a manifest of so many files, or without any manifest. */
async function read(files: number | undefined, concurrency = 100, id = FAKE_BATCH.id) {
  const totals: unknown[] = []
  const written: { place: unknown; chunks: Chunk[] }[] = []
  const deps = {
    batches: {
      get: async (asked: string) =>
        asked === FAKE_BATCH.id ? { ...FAKE_BATCH, concurrency } : undefined,
      setTotal: async (...given: unknown[]) => void totals.push(given),
    },
    objects: {
      open: async () =>
        files === undefined
          ? undefined
          : (async function* () {
              for (let n = 0; n < files; n++) yield Buffer.from(`{"key":"files/${n}.jpg"}\n`)
            })(),
      read: async () => '{}',
      stream: async (place: unknown, lines: AsyncIterable<string>) => {
        const chunks: Chunk[] = []
        for await (const line of lines) chunks.push(JSON.parse(line) as Chunk)
        written.push({ place, chunks })
      },
    },
    results: { bucket: 'results', prefix: 'out/' },
  } as unknown as ReadManifestDeps
  const told = await readManifest({ batch: id }, deps).catch((error: Error) => error)
  return { told, totals, written }
}

test.each([
  [1, [1]],
  [10, [10]],
  [11, [10, 1]],
  [20, [10, 10]],
])('a manifest of %d files has chunks of %j', async (files, sizes) => {
  const { told, totals, written } = await read(files)
  const key = 'out/batches/batch-1/chunks.jsonl'
  expect(told).toEqual({ total: files, bucket: 'results', key, children: 10 })
  expect(totals).toEqual([['batch-1', files]])
  const [{ place, chunks } = { place: undefined, chunks: [] }] = written
  expect(place).toEqual({ bucket: 'results', key })
  expect(chunks.map(({ chunk, items }) => [chunk, items.length])).toEqual([...sizes.entries()])
  expect(chunks.flatMap(({ items }) => items.map((item) => item.key))).toEqual(
    Array.from({ length: files }, (_, n) => `files/${n}.jpg`),
  )
})

test.each([
  [4, [4, 1], 1],
  [19, [5], 1],
  [20, [5], 2],
])(
  'a batch of %d at once has chunks of %j in %d executions',
  async (concurrency, sizes, children) => {
    const { told, written } = await read(5, concurrency)
    expect(told).toMatchObject({ children })
    expect(written[0]?.chunks.map(({ items }) => items.length)).toEqual(sizes)
  },
)

test.each([
  [0, 'The manifest names no file.'],
  [undefined, 'The manifest is gone.'],
])('a manifest of %s files is refused, and no total is told', async (files, message) => {
  const { told, totals } = await read(files)
  expect(told).toMatchObject({ name: 'ManifestInvalid', message })
  expect(totals).toEqual([])
})

test('a batch that is not there has no manifest', async () => {
  expect((await read(1, 100, 'batch-2')).told).toMatchObject({
    message: 'There is no record of the batch batch-2.',
  })
})
