import { type Claim, parseTimestamp } from '../../signature/claim.ts'
import { S3Error } from '../s3-error.ts'

/** How many milliseconds a client's clock may differ: 15 minutes either way. */
const MAX_SKEW = 15 * 60_000

/** What a claim is checked against. `now` in milliseconds since 1970. */
type Expected = { readonly region: string; readonly now: number }

/**
 * Checks scope and time of a claim.
 *
 * @throws S3Error `AuthorizationHeaderMalformed`, `AuthorizationQueryParametersError`,
 *   `RequestTimeTooSkewed` or `AccessDenied`.
 */
export function checkClaim(claim: Claim, verifier: Expected): void {
  if (claim.region !== verifier.region) {
    throw scopeError(
      claim,
      `the region '${claim.region}' is wrong; expecting '${verifier.region}'`,
      {
        Region: verifier.region,
      },
    )
  }
  if (claim.service !== 's3') {
    throw scopeError(claim, `the service '${claim.service}' is wrong; expecting 's3'`)
  }
  const time = parseTimestamp(claim.timestamp)
  if (Number.isNaN(time) || !claim.timestamp.startsWith(claim.scopeDate)) {
    throw scopeError(claim, 'the date of the request must be valid and match its credential scope')
  }
  if (!claim.signedHeaders.includes('host')) {
    throw scopeError(claim, 'the host header must be signed')
  }
  checkTime(claim, time, verifier.now)
}

function checkTime(claim: Claim, time: number, now: number): void {
  const late = now - time
  if (claim.expires === undefined) {
    if (Math.abs(late) > MAX_SKEW) {
      throw new S3Error('RequestTimeTooSkewed', { fields: { RequestTime: claim.timestamp } })
    }
    return
  }
  if (-late > MAX_SKEW) {
    throw new S3Error('AccessDenied', { message: 'Request is not yet valid' })
  }
  if (late > claim.expires * 1000) {
    throw new S3Error('AccessDenied', {
      message: 'Request has expired',
      fields: {
        'X-Amz-Expires': String(claim.expires),
        Expires: new Date(time + claim.expires * 1000).toISOString(),
        ServerTime: new Date(now).toISOString(),
      },
    })
  }
}

function scopeError(claim: Claim, reason: string, fields?: Record<string, string>): S3Error {
  return claim.form === 'header'
    ? new S3Error('AuthorizationHeaderMalformed', {
        message: `The authorization header is malformed; ${reason}`,
        ...(fields && { fields }),
      })
    : new S3Error('AuthorizationQueryParametersError', {
        message: `Error parsing the X-Amz-Credential parameter; ${reason}`,
        ...(fields && { fields }),
      })
}
