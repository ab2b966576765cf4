import { S3Error } from '../s3-error.ts'
import { type Claim, parseTimestamp, type Verifier } from './claim.ts'

/** How many milliseconds a client's clock may differ: 15 minutes either way. */
const MAX_SKEW = 15 * 60_000

/**
 * Checks everything of a claim except its signature: key, scope and time.
 *
 * @throws S3Error `InvalidAccessKeyId`, `AuthorizationHeaderMalformed`, `AuthorizationQueryParametersError`,
 *   `RequestTimeTooSkewed` or `AccessDenied`.
 */
export function checkClaim(claim: Claim, verifier: Verifier): void {
  if (claim.accessKeyId !== verifier.credentials.accessKeyId) {
    throw new S3Error('InvalidAccessKeyId')
  }
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
