import type { Answer, Call } from '../call.ts'
import { queryValue } from '../request-target.ts'
import { findBucket } from '../store/find-bucket.ts'
import { findVersion } from '../store/find-version.ts'
import { shownVersionId } from '../store/put-version.ts'
import { xmlAnswer } from '../xml-answer.ts'
import { tagDocument } from './tag-set.ts'

/** Returns the tags of a version (GetObjectTagging). */
export function getObjectTagging({ store, bucket, key, query }: Call): Answer {
  const version = findVersion(store.index, bucket, key, queryValue(query, 'versionId'))
  return xmlAnswer('Tagging', tagDocument(JSON.parse(version.tags)), {
    'x-amz-version-id': shownVersionId(findBucket(store.index, bucket), version.id),
  })
}
