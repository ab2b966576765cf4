import type { Checksum } from '../checksum/algorithms.ts'
import type { Index } from './open-index.ts'
import { keyBytes } from './records.ts'

/** A completed multipart upload: the list of its parts, and what its client was told. */
export type Completion = {
  parts: string
  etag: string
  checksum: Checksum | undefined
  versionId: string | undefined
}

/** A client that lost the reply asks again within minutes; SDKs within seconds. */
const KEPT_MS = 7 * 24 * 3_600_000

type Place = { upload: string; bucket: string; key: string }

/** Remembers a completion for a week, and forgets older ones. To be called inside the transaction that completes. */
export function recordCompletion(
  index: Index,
  { upload, bucket, key }: Place,
  completion: Completion,
  now: number,
): void {
  index.run('DELETE FROM completion WHERE ended < ?', now - KEPT_MS)
  index.run(
    'INSERT INTO completion VALUES (?, ?, ?, ?, ?)',
    upload,
    bucket,
    keyBytes(key),
    JSON.stringify(completion),
    now,
  )
}

/** The completion of an upload, undefined when there was none. */
export function findCompletion(
  index: Index,
  { upload, bucket, key }: Place,
): Completion | undefined {
  const row = index.one<{ completion: string }>(
    'SELECT completion FROM completion WHERE upload = ? AND bucket = ? AND key = ?',
    upload,
    bucket,
    keyBytes(key),
  )
  return row && (JSON.parse(row.completion) as Completion)
}
