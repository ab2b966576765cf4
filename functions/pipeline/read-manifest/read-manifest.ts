import { batchKeys } from '../core/batches/batch-names.ts'
import { ManifestInvalid } from '../core/manifests/manifest-invalid.ts'
import { manifestItems } from '../core/manifests/manifest-items.ts'
import { readLines } from '../core/manifests/read-lines.ts'
import type { Batch, Batches, BatchItem, Chunk } from '../core/ports/batch.ts'
import type { BatchObjects } from '../core/ports/batch-objects.ts'
import { refuseEqualNames } from './refuse-equal-names.ts'

export type ReadManifestDeps = {
  batches: Batches
  objects: BatchObjects
  results: { bucket: string; prefix: string }
}

/** Ten items in each child execution need a tenth of the state transitions, which are most of the cost. */
const MAX_ITEMS_PER_CHUNK = 10

/**
 * Splits a manifest into chunks, writes them as lines that the distributed map reads, and counts the items. Both files
 * are streamed. Throws `ManifestInvalid` when the manifest is gone, empty or cannot be read, and where results
 * would have one name.
 */
export async function readManifest(
  { batch: id }: { batch: string },
  deps: ReadManifestDeps,
): Promise<{ total: number; bucket: string; key: string; children: number }> {
  const batch = await deps.batches.get(id)
  if (!batch) throw new Error(`There is no record of the batch ${id}.`)
  const bytes = await deps.objects.open(batch.manifest)
  if (!bytes) throw new ManifestInvalid('The manifest is gone.')
  const rules = { ...batch.manifest, recipe: batch.recipe }
  const size = Math.min(MAX_ITEMS_PER_CHUNK, batch.concurrency)
  const key = batchKeys(id, deps.results.prefix).chunks
  let total = 0
  const counted = async function* (): AsyncGenerator<string> {
    const named = refuseEqualNames(manifestItems(readLines(bytes), rules), {
      objects: deps.objects,
      bucket: batch.manifest.bucket,
    })
    for await (const chunk of inChunks(named, size)) {
      total += chunk.items.length
      yield JSON.stringify(chunk)
    }
    if (total === 0) throw new ManifestInvalid('The manifest names no file.')
  }
  await deps.objects.stream({ bucket: deps.results.bucket, key }, counted())
  await deps.batches.setTotal(id, total)
  return { total, bucket: deps.results.bucket, key, children: childrenOf(batch, size) }
}

function childrenOf({ concurrency }: Batch, size: number): number {
  return Math.floor(concurrency / size)
}

const inChunks = async function* (
  items: AsyncIterable<BatchItem>,
  size: number,
): AsyncGenerator<Chunk> {
  let chunk = 0
  let held: BatchItem[] = []
  for await (const item of items) {
    held.push(item)
    if (held.length < size) continue
    yield { chunk: chunk++, items: held }
    held = []
  }
  if (held.length > 0) yield { chunk, items: held }
}
