import type { Answer, Call } from '../call.ts'
import { receiveBody } from '../payload/receive-body.ts'
import { findBucket } from '../store/find-bucket.ts'
import { checksumHeaders, ENCRYPTION, quoted } from './answer-values.ts'
import { commitObject } from './commit-object.ts'
import { storedHeaders } from './stored-headers.ts'
import { headerTags } from './tag-set.ts'
import { writeCondition } from './write-condition.ts'

/** Stores an object (PutObject): first the body on disk, then the row of the index that makes it visible. */
export async function putObject(call: Call): Promise<Answer> {
  findBucket(call.store.index, call.bucket)
  const traits = {
    headers: storedHeaders(call),
    tags: headerTags(call.fields['x-amz-tagging']),
    condition: writeCondition(call),
    reason: call.form ? ('POST Object' as const) : ('PutObject' as const),
  }
  const received = await receiveBody(call)
  const { versionId, checksum } = await commitObject(call, received, traits)
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
