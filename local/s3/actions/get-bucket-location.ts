import type { Answer, Call } from '../call.ts'
import { findBucket } from '../store/find-bucket.ts'
import { xmlAnswer } from '../xml-answer.ts'

/** us-east-1 is shown as an empty constraint, the form it had before there were other regions. */
export function getBucketLocation({ store, bucket }: Call): Answer {
  findBucket(store.index, bucket)
  return xmlAnswer('LocationConstraint', store.region === 'us-east-1' ? '' : store.region)
}
