import { createHash } from 'node:crypto'
import type { ManifestRef } from '../ports/batch.ts'

/** One version of a manifest has one batch, for ever: it is also the name of its execution. */
export function batchId({ bucket, key, version }: ManifestRef): string {
  const hash = createHash('sha256')
  for (const field of [bucket, key, version]) {
    hash.update(`${Buffer.byteLength(field)}:`).update(field)
  }
  return `batch-${hash.digest('hex').slice(0, 40)}`
}

/** Where the files of a batch lie in the results bucket, below the results' prefix. */
export function batchKeys(batch: string, prefix: string) {
  return {
    /** What there is to do, as Chunks. */
    chunks: `${prefix}batches/${batch}/chunks.jsonl`,
    /** What one chunk came to, as ItemEnds. */
    part: (chunk: number): string => `${prefix}batches/${batch}/parts/${chunk}.jsonl`,
    /** What every item came to, as ItemEnds in the order of the manifest. */
    results: `${prefix}batches/${batch}/results.jsonl`,
  }
}
