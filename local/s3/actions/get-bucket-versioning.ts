import type { Answer, Call } from '../call.ts'
import { findBucket } from '../store/find-bucket.ts'
import { xmlAnswer } from '../xml-answer.ts'

/** A bucket that never kept versions answers with an empty configuration. */
export function getBucketVersioning({ store, bucket }: Call): Answer {
  const { versioning } = findBucket(store.index, bucket)
  return xmlAnswer('VersioningConfiguration', { Status: versioning ?? undefined })
}
