import type { IncomingMessage } from 'node:http'
import type { Access } from '../iam/access.ts'
import type { Caller } from '../iam/caller.ts'
import { canonicalRequest } from '../signature/canonical-request.ts'
import { type Claim, parseTimestamp } from '../signature/claim.ts'
import { parseAuthorization } from '../signature/parse-authorization.ts'
import { sameHex, sha256Hex, signingKey, signLines } from '../signature/signing-key.ts'
import { uriEncodePath } from '../signature/uri-encode.ts'
import { AwsError } from './aws-error.ts'

/** What signatures are verified against. */
export type Verifier = {
  readonly access: Access
  readonly region: string
  /** The name of the service in signatures, such as `sqs`. */
  readonly service: string
}

/** How many milliseconds a client's clock may differ: 15 minutes either way. */
const MAX_SKEW = 15 * 60_000

/**
 * Verifies the Signature Version 4 of a request to a service other than S3, body included, and returns who signed it
 * (IAM User Guide, "AWS Signature Version 4 for API requests").
 * @throws AwsError with the codes of the "Common errors" page of the service's API reference
 */
export function authenticate(request: IncomingMessage, body: Buffer, verifier: Verifier): Caller {
  const { headersDistinct: headers, method = '', url = '/' } = request
  const claim = readClaim(headers)
  const holder = verifier.access.holderOf(claim.accessKeyId)
  if (!holder) {
    throw new AwsError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    )
  }
  checkScope(claim, verifier)
  const canonical = canonicalRequest({
    method,
    // These services encode each part of the path twice; the request line has it encoded once.
    path: uriEncodePath(url),
    query: [],
    headers,
    signedHeaders: claim.signedHeaders,
    payloadHash: sha256Hex(body),
  })
  const key = signingKey(holder.secretAccessKey, claim)
  const expected = signLines(key, 'AWS4-HMAC-SHA256', claim, [sha256Hex(canonical)])
  if (sameHex(expected, claim.signature)) return holder.caller
  throw invalid(
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key ' +
      'and signing method. Consult the service documentation for details.',
  )
}

function readClaim(headers: NodeJS.Dict<string[]>): Claim {
  const authorization = headers['authorization']?.[0]
  if (authorization === undefined) {
    throw new AwsError(
      'MissingAuthenticationTokenException',
      'Request is missing Authentication Token',
    )
  }
  const claim = parseAuthorization(authorization, headers['x-amz-date']?.[0] ?? '')
  if (claim) return claim
  throw new AwsError('IncompleteSignatureException', 'The Authorization header is malformed.')
}

function checkScope(claim: Claim, { region, service }: Verifier): void {
  if (claim.region !== region) {
    throw invalid(`Credential should be scoped to a valid region, not '${claim.region}'.`)
  }
  if (claim.service !== service) {
    throw invalid(`Credential should be scoped to correct service: '${service}'.`)
  }
  if (!claim.signedHeaders.includes('host') || !claim.signedHeaders.includes('x-amz-date')) {
    throw invalid('Host and X-Amz-Date must be signed headers.')
  }
  const time = parseTimestamp(claim.timestamp)
  if (Number.isNaN(time) || !claim.timestamp.startsWith(claim.scopeDate)) {
    throw invalid('Date in Credential scope does not match the date of the request.')
  }
  if (Math.abs(Date.now() - time) > MAX_SKEW) {
    throw invalid(`Signature expired: ${claim.timestamp} is too far from the time of the endpoint.`)
  }
}

function invalid(message: string): AwsError {
  return new AwsError('InvalidSignatureException', message)
}
