import type { Access } from '../iam/access.ts'
import type { Caller } from '../iam/caller.ts'
import type { AccessRequest } from '../iam/compile-policy.ts'
import { describeDenial } from '../iam/decide.ts'
import { S3Error } from './s3-error.ts'

/** Requires that the caller may do all of this. @throws S3Error AccessDenied, in the words of AWS */
export function requireRights(
  access: Access,
  caller: Caller,
  requests: readonly AccessRequest[],
): void {
  for (const request of requests) {
    const decision = access.decide(caller, request)
    if (!decision.allowed)
      throw new S3Error('AccessDenied', {
        message: describeDenial(caller, request, decision.deniedBy),
      })
  }
}
