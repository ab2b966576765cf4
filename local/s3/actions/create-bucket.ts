import type { Answer, Call } from '../call.ts'
import { readDocument } from '../payload/read-document.ts'
import { S3Error } from '../s3-error.ts'
import { makeBucket } from '../store/make-bucket.ts'
import { xmlText } from '../xml/parse-xml.ts'

/** Creates a bucket in the one region there is (CreateBucket). It sends no events until that is switched on. */
export async function createBucket(call: Call): Promise<Answer> {
  const { store, bucket, headers } = call
  const empty = headers['content-length'] === undefined
  const document = empty ? undefined : await readDocument(call, 'CreateBucketConfiguration')
  const region = document && xmlText(document, 'LocationConstraint')
  if (region !== undefined && region !== store.region) {
    throw new S3Error('InvalidLocationConstraint')
  }
  if (call.fields['x-amz-bucket-object-lock-enabled']?.toLowerCase() === 'true') {
    throw new S3Error('NotImplemented')
  }
  makeBucket(store, bucket)
  return { status: 200, headers: { location: `/${bucket}` } }
}
