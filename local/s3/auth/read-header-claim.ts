import type { Claim } from '../../signature/claim.ts'
import { parseAuthorization } from '../../signature/parse-authorization.ts'
import { S3Error } from '../s3-error.ts'

/**
 * Reads the claim in an `Authorization` header.
 *
 * @throws S3Error `AuthorizationHeaderMalformed`; `AccessDenied` without a usable date.
 */
export function readHeaderClaim(authorization: string, amzDate: string | undefined): Claim {
  const claim = parseAuthorization(authorization, amzDate ?? '')
  if (claim === undefined) throw new S3Error('AuthorizationHeaderMalformed')
  if (amzDate !== undefined) return claim
  throw new S3Error('AccessDenied', {
    message: 'AWS authentication requires a valid x-amz-date header',
  })
}
