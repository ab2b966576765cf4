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
