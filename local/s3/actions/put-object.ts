import type { Answer, Call } from '../call.ts'
import { receiveBody } from '../payload/receive-body.ts'
import { commitOrDiscard } from '../store/commit-or-discard.ts'
import { findBucket } from '../store/find-bucket.ts'
import { putVersion } from '../store/put-version.ts'
import { storedHeaders } from './stored-headers.ts'
import { headerTags } from './tag-set.ts'
import { writeCondition } from './write-condition.ts'
import { checksumHeaders, ENCRYPTION, quoted } from './write-headers.ts'

export async function putObject(call: Call): Promise<Answer> {
  const { store } = call
  findBucket(store.index, call.bucket)
  const headers = storedHeaders(call)
  const tags = headerTags(call.fields['x-amz-tagging'])
  const condition = writeCondition(call)
  const received = await receiveBody(call)
  const checksum = received.checksum && { ...received.checksum, type: 'FULL_OBJECT' as const }
  const { versionId } = await commitOrDiscard(store.bodies, received.segments, () =>
    putVersion(store, {
      bucket: call.bucket,
      key: call.key,
      size: received.size,
      etag: received.md5,
      segments: received.segments,
      headers,
      tags,
      checksum,
      condition,
      cause: { reason: 'PutObject', requestId: call.requestId, sourceIp: call.sourceIp },
    }),
  )
  return {
    status: 200,
    headers: {
      etag: quoted(received.md5),
      'x-amz-version-id': versionId,
      ...checksumHeaders(checksum),
      ...ENCRYPTION,
    },
  }
}
