import type { Access } from '../iam/access.ts'
import type { Caller } from '../iam/caller.ts'
import type { AccessRequest } from '../iam/compile-policy.ts'
import { S3Error } from './s3-error.ts'

/** Requires that the caller may do all of this. @throws S3Error AccessDenied, in the words of AWS */
export function requireRights(
  access: Access,
  caller: Caller,
  requests: readonly AccessRequest[],
): void {
  const denied = access.firstDenied(caller, requests)
  if (denied) throw new S3Error('AccessDenied', { message: denied.message })
}
