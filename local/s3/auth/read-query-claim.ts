import { type Claim, parseCredential } from '../../signature/claim.ts'
import { type Query, queryValue } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'

/** Seven days in seconds, the longest lifetime of a presigned URL. */
const MAX_EXPIRES = 604_800

/**
 * Reads the claim of a presigned URL.
 *
 * @throws S3Error `AuthorizationQueryParametersError` when a parameter is missing or out of bounds.
 */
export function readQueryClaim(query: Query): Claim {
  const get = (name: string) => queryValue(query, name) ?? ''
  const scope = parseCredential(get('X-Amz-Credential'))
  const signature = get('X-Amz-Signature')
  const expires = get('X-Amz-Expires')
  if (get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') {
    throw malformed('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"')
  }
  if (scope === undefined) {
    throw malformed('X-Amz-Credential must be KEY/YYYYMMDD/REGION/SERVICE/aws4_request')
  }
  if (!/^[0-9a-f]{64}$/.test(signature)) {
    throw malformed('X-Amz-Signature must be 64 hexadecimal digits')
  }
  if (!/^\d{1,6}$/.test(expires) || Number(expires) < 1 || Number(expires) > MAX_EXPIRES) {
    throw malformed('X-Amz-Expires must be 1 to 604800 seconds')
  }
  return {
    form: 'query',
    ...scope,
    timestamp: get('X-Amz-Date'),
    signedHeaders: get('X-Amz-SignedHeaders').split(';'),
    signature,
    expires: Number(expires),
  }
}

function malformed(message: string): S3Error {
  return new S3Error('AuthorizationQueryParametersError', { message })
}
