import type { Answer, Call } from '../call.ts'
import { queryValue } from '../request-target.ts'
import { findBucket } from '../store/find-bucket.ts'
import { findVersion } from '../store/find-version.ts'
import { shownVersionId } from '../store/put-version.ts'
import type { Tags } from '../store/records.ts'

/** Sets the tags of a version without rewriting the object. Returns the headers of the answer. */
export function writeTags(call: Call, tags: Tags): NonNullable<Answer['headers']> {
  const { index } = call.store
  const id = queryValue(call.query, 'versionId')
  const version = findVersion(index, call.bucket, call.key, id)
  index.run('UPDATE version SET tags = ? WHERE seq = ?', JSON.stringify(tags), version.seq)
  return { 'x-amz-version-id': shownVersionId(findBucket(index, call.bucket), version.id) }
}
