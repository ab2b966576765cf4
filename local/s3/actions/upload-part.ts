import type { Answer, Call } from '../call.ts'
import { checksumHeader } from '../checksum/algorithms.ts'
import { requireAlgorithm } from '../checksum/require-algorithm.ts'
import { expectedDigests } from '../payload/expected-digests.ts'
import { receiveBody } from '../payload/receive-body.ts'
import { queryValue } from '../request-target.ts'
import { commitOrDiscard } from '../store/commit-or-discard.ts'
import { findUpload } from '../store/find-upload.ts'
import { putPart } from '../store/put-part.ts'
import { ENCRYPTION, quoted } from './answer-values.ts'
import { readPartNumber } from './part-number.ts'

/** Stores one part, replacing an earlier one with its number (UploadPart). */
export async function uploadPart(call: Call): Promise<Answer> {
  const { store, bucket, key } = call
  const number = readPartNumber(call.query)
  const upload = findUpload(store.index, bucket, key, queryValue(call.query, 'uploadId') ?? '')
  // Of an upload without an algorithm the object gets no checksum, so that a part may have any.
  if (upload.algorithm)
    requireAlgorithm(upload.algorithm, expectedDigests(call).checksum?.algorithm)
  const received = await receiveBody(call, upload.algorithm ?? undefined)
  await commitOrDiscard(store, received.segments, () =>
    putPart(store, { bucket, key, upload: upload.id, number }, received),
  )
  const { checksum } = received
  return {
    status: 200,
    headers: {
      etag: quoted(received.md5),
      ...(checksum && { [checksumHeader(checksum.algorithm)]: checksum.value }),
      ...ENCRYPTION,
    },
  }
}
