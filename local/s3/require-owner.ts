import type { Call } from './call.ts'
import { S3Error } from './s3-error.ts'
import { LOCAL_ACCOUNT } from './store/object-created.ts'

/** The bucket of the request, and that of a copy's source. */
const EXPECTED_OWNERS = ['x-amz-expected-bucket-owner', 'x-amz-source-expected-bucket-owner']

/**
 * Refuses a request that expects another account to own its bucket (Amazon S3 User Guide, "Verifying bucket ownership
 * with bucket owner condition"). Everything here belongs to one account.
 *
 * @throws S3Error `AccessDenied`.
 */
export function requireOwner({ fields }: Pick<Call, 'fields'>): void {
  const other = EXPECTED_OWNERS.some((name) => (fields[name] ?? LOCAL_ACCOUNT) !== LOCAL_ACCOUNT)
  if (other) throw new S3Error('AccessDenied')
}
