import type { Answer, Call } from '../call.ts'
import { findBucket } from '../store/find-bucket.ts'
import { xmlAnswer } from '../xml-answer.ts'

/** GetBucketVersioning. The configuration of a bucket that never had versioning is empty. */
export function getBucketVersioning({ store, bucket }: Call): Answer {
  const { versioning } = findBucket(store.index, bucket)
  return xmlAnswer('VersioningConfiguration', { Status: versioning ?? undefined })
}
