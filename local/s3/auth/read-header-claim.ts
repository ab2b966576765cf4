import { S3Error } from '../s3-error.ts'
import { type Claim, parseCredential } from './claim.ts'

const FORM =
  /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+),\s*SignedHeaders=([\w;-]+),\s*Signature=([0-9a-f]{64})\s*$/

/**
 * Reads the claim in an `Authorization` header.
 *
 * @throws S3Error `AuthorizationHeaderMalformed`; `AccessDenied` without a usable date.
 */
export function readHeaderClaim(authorization: string, amzDate: string | undefined): Claim {
  const match = FORM.exec(authorization)
  const scope = parseCredential(match?.[1] ?? '')
  if (match === null || scope === undefined) {
    throw new S3Error('AuthorizationHeaderMalformed')
  }
  if (amzDate === undefined) {
    throw new S3Error('AccessDenied', {
      message: 'AWS authentication requires a valid x-amz-date header',
    })
  }
  return {
    form: 'header',
    ...scope,
    timestamp: amzDate,
    signedHeaders: match[2]!.split(';'),
    signature: match[3]!,
  }
}
