import type { Answer, Call } from '../call.ts'
import { queryValue } from '../request-target.ts'
import { findUpload, removeUpload } from '../store/find-upload.ts'

/** Removes an upload and its parts (AbortMultipartUpload). @throws S3Error `NoSuchUpload` when there is none. */
export async function abortMultipartUpload(call: Call): Promise<Answer> {
  const { index, bodies } = call.store
  const id = queryValue(call.query, 'uploadId') ?? ''
  const unused = index.transaction(() => {
    findUpload(index, call.bucket, call.key, id)
    return removeUpload(index, id)
  })
  await bodies.remove(unused)
  return { status: 204 }
}
