import { createHash } from 'node:crypto'
import type { ManifestRef } from '../ports/batch.ts'

/** The id of a manifest version's one batch, which is also the name of its execution: a hash of its location. */
export function batchId({ bucket, key, version }: ManifestRef): string {
  const hash = createHash('sha256')
  for (const field of [bucket, key, version]) {
    hash.update(`${Buffer.byteLength(field)}:`).update(field)
  }
  return `batch-${hash.digest('hex').slice(0, 40)}`
}

/** The keys of a batch's files in the results bucket, below the prefix of all results. All are JSON Lines. */
export function batchKeys(batch: string, prefix: string) {
  return {
    /** The work: one `Chunk` in each line. */
    chunks: `${prefix}batches/${batch}/chunks.jsonl`,
    /** The outcome of one chunk: one `ItemResult` in each line. */
    part: (chunk: number): string => `${prefix}batches/${batch}/parts/${chunk}.jsonl`,
    /** The result manifest: one `ItemResult` in each line, in the order of the manifest. */
    results: `${prefix}batches/${batch}/results.jsonl`,
  }
}
