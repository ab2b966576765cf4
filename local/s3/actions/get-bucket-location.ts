import type { Answer, Call } from '../call.ts'
import { findBucket } from '../store/find-bucket.ts'
import { xmlAnswer } from '../xml-answer.ts'

/** GetBucketLocation. us-east-1 is an empty constraint, as it was before there were other regions. */
export function getBucketLocation({ store, bucket }: Call): Answer {
  findBucket(store.index, bucket)
  return xmlAnswer('LocationConstraint', store.region === 'us-east-1' ? '' : store.region)
}
