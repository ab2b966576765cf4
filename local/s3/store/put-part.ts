import { findUpload } from './find-upload.ts'
import type { ReceivedBody } from './open-bodies.ts'
import type { PartRow } from './records.ts'
import type { Store } from './store.ts'

/** The upload and number of a part. */
export type NewPart = { bucket: string; key: string; upload: string; number: number }

/**
 * Records a part, replacing an earlier one with its number.
 *
 * @returns when it was recorded, in milliseconds.
 * @throws S3Error `NoSuchUpload` when the upload ended meanwhile.
 */
export async function putPart(store: Store, part: NewPart, body: ReceivedBody): Promise<number> {
  const { index } = store
  const modified = store.clock()
  const replaced = index.transaction(() => {
    findUpload(index, part.bucket, part.key, part.upload)
    const before = index.one<PartRow>(
      'SELECT * FROM part WHERE upload = ? AND number = ?',
      part.upload,
      part.number,
    )
    index.run(
      'INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?, ?)',
      part.upload,
      part.number,
      body.segments[0]?.body ?? null,
      body.size,
      body.md5,
      body.checksum?.value ?? null,
      modified,
    )
    return before?.body ?? undefined
  })
  await index.flush()
  await store.bodies.remove(replaced === undefined ? [] : [replaced])
  return modified
}
