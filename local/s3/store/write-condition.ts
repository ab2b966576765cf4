import { S3Error } from '../s3-error.ts'
import type { VersionRow } from './records.ts'

/** What must be true of the current object for a write to happen; ETags as in the header. */
export type WriteCondition = { ifMatch?: string | undefined; ifNoneMatch?: string | undefined }

/**
 * Checks the condition of a write (Amazon S3 User Guide, "How to prevent object overwrites with conditional writes").
 *
 * @throws S3Error `PreconditionFailed`, or `NoSuchKey` for If-Match without an object.
 */
export function checkWriteCondition(
  condition: WriteCondition,
  current: VersionRow | undefined,
): void {
  const present = current !== undefined && current.marker === 0 ? current : undefined
  if (condition.ifNoneMatch !== undefined && present !== undefined) {
    throw new S3Error('PreconditionFailed', { fields: { Condition: 'If-None-Match' } })
  }
  if (condition.ifMatch === undefined) {
    return
  }
  if (present === undefined) {
    throw new S3Error('NoSuchKey')
  }
  if (!etagMatches(condition.ifMatch, present.etag)) {
    throw new S3Error('PreconditionFailed', { fields: { Condition: 'If-Match' } })
  }
}

/** Whether a list of entity tags (`*`, quoted or bare, weak or strong) contains this one. */
export function etagMatches(list: string, etag: string): boolean {
  return list
    .split(',')
    .map((item) =>
      item
        .trim()
        .replace(/^W\//, '')
        .replace(/^"(.*)"$/, '$1'),
    )
    .some((item) => item === '*' || item === etag)
}
