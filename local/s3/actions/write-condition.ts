import type { Call } from '../call.ts'
import { S3Error } from '../s3-error.ts'
import type { WriteCondition } from '../store/write-condition.ts'

/**
 * The condition of a write.
 *
 * @throws S3Error `NotImplemented` for forms that S3 does not accept on a write: If-None-Match with an ETag, or both
 *   conditions at once.
 */
export function writeCondition({ headers }: Pick<Call, 'headers'>): WriteCondition {
  const ifMatch = headers['if-match']
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined && (ifNoneMatch !== '*' || ifMatch !== undefined)) {
    throw new S3Error('NotImplemented')
  }
  return { ifMatch, ifNoneMatch }
}
