import type { Call } from '../call.ts'
import type { Checksum } from '../checksum/algorithms.ts'
import { commitOrDiscard } from '../store/commit-or-discard.ts'
import type { EventCause } from '../store/object-created.ts'
import type { ReceivedBody } from '../store/open-bodies.ts'
import { putVersion, type Written } from '../store/put-version.ts'
import type { StoredHeaders, Tags } from '../store/records.ts'
import type { WriteCondition } from '../store/write-condition.ts'

/** What an object has besides its bytes, and the conditions of writing it. */
export type ObjectTraits = {
  headers: StoredHeaders
  tags: Tags
  condition: WriteCondition
  reason: EventCause['reason']
}

/** Makes a body received in one piece the object of the call. Removes the body when the write is refused. */
export async function commitObject(
  call: Call,
  body: ReceivedBody,
  { reason, ...traits }: ObjectTraits,
): Promise<Written & { checksum: Checksum | undefined }> {
  const { store, bucket, key, requestId, sourceIp } = call
  const checksum: Checksum | undefined = body.checksum && { ...body.checksum, type: 'FULL_OBJECT' }
  const written = await commitOrDiscard(store, body.segments, () =>
    putVersion(store, {
      ...traits,
      bucket,
      key,
      size: body.size,
      etag: body.md5,
      segments: body.segments,
      checksum,
      cause: { reason, requestId, sourceIp },
    }),
  )
  return { ...written, checksum }
}
