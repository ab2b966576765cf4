import type { Answer, Call } from '../call.ts'
import { findBucket } from '../store/find-bucket.ts'

/** HeadBucket: the bucket exists, and its region. */
export function headBucket({ store, bucket }: Call): Answer {
  findBucket(store.index, bucket)
  return { status: 200, headers: { 'x-amz-bucket-region': store.region } }
}
