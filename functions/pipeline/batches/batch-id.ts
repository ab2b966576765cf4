import { createHash } from 'node:crypto'
import type { ManifestPlace } from './batch.ts'

/** One version of a manifest has one batch, for ever: it is also the name of its execution. */
export const batchId = ({ bucket, key, version }: ManifestPlace): string => {
  const hash = createHash('sha256')
  for (const field of [bucket, key, version]) {
    hash.update(`${Buffer.byteLength(field)}:`).update(field)
  }
  return `batch-${hash.digest('hex').slice(0, 40)}`
}
