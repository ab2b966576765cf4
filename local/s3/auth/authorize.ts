import type { Access } from '../../iam/access.ts'
import type { Caller } from '../../iam/caller.ts'
import { canonicalRequest } from '../../signature/canonical-request.ts'
import type { Claim } from '../../signature/claim.ts'
import { sameHex, sha256Hex, signingKey, signLines } from '../../signature/signing-key.ts'
import { uriEncodePath } from '../../signature/uri-encode.ts'
import { type Query, queryValue, type RequestTarget } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import { checkClaim } from './check-claim.ts'
import { ChunkSigner } from './chunk-signer.ts'
import { type PayloadForm, payloadForm } from './payload-form.ts'
import { readHeaderClaim } from './read-header-claim.ts'
import { readQueryClaim } from './read-query-claim.ts'
import { refuseVersion2 } from './refuse-version-2.ts'

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** An authorized request: how to read its body, and whether its settings are in headers, the query or a form. */
export type Authorized = {
  caller: Caller
  form: Claim['form'] | 'form'
  payload: PayloadForm
  /** Verifies the chunk signatures of a payload that is signed in chunks. */
  chunks?: ChunkSigner
}

/** What a signature is verified against. `now` in milliseconds since 1970. */
type Verifier = { readonly access: Access; readonly region: string; readonly now: number }

/** The parts of a request that its signature covers. */
export type SignedRequest = {
  method: string
  target: RequestTarget
  headers: NodeJS.Dict<string[]>
}

/**
 * Verifies the Signature Version 4 of a request, in its header or its query (IAM User Guide, "AWS Signature Version 4
 * for API requests").
 *
 * @throws S3Error with the code that S3 gives each fault; `AccessDenied` for an unsigned request.
 */
export function authorize(request: SignedRequest, verifier: Verifier): Authorized {
  const claim = readClaim(request)
  const holder = verifier.access.holderOf(claim.accessKeyId)
  if (holder === undefined) throw new S3Error('InvalidAccessKeyId')
  checkClaim(claim, verifier)
  refuseUnsigned(claim, request.headers)
  const contentSha256 = claimedHash(claim, request)
  const key = signingKey(holder.secretAccessKey, claim)
  const canonical = canonicalRequest({
    method: request.method,
    // S3 encodes the path once and does not normalise it.
    path: uriEncodePath(request.target.path),
    query: request.target.query,
    headers: request.headers,
    signedHeaders: claim.signedHeaders,
    payloadHash: contentSha256,
  })
  if (!sameHex(signLines(key, ALGORITHM, claim, [sha256Hex(canonical)]), claim.signature)) {
    throw new S3Error('SignatureDoesNotMatch')
  }
  const payload = payloadForm(contentSha256)
  const authorized = { caller: holder.caller, form: claim.form, payload }
  return payload.kind === 'chunked' && payload.signed
    ? { ...authorized, chunks: new ChunkSigner(key, claim) }
    : authorized
}

function readClaim({ target, headers }: SignedRequest): Claim {
  const authorization = headers['authorization']?.[0]
  const presigned = isPresigned(target.query)
  if (authorization?.startsWith('AWS ') || queryValue(target.query, 'AWSAccessKeyId')) {
    refuseVersion2()
  }
  if (authorization !== undefined && presigned) {
    throw new S3Error('InvalidArgument', {
      message: 'Only one auth mechanism allowed',
      fields: { ArgumentName: 'Authorization' },
    })
  }
  if (presigned) {
    return readQueryClaim(target.query)
  }
  if (authorization === undefined) {
    throw new S3Error('AccessDenied')
  }
  return readHeaderClaim(authorization, headers['x-amz-date']?.[0])
}

function isPresigned(query: Query): boolean {
  return (
    queryValue(query, 'X-Amz-Signature') !== undefined ||
    queryValue(query, 'X-Amz-Algorithm') !== undefined
  )
}

function claimedHash(claim: Claim, { target, headers }: SignedRequest): string {
  const header = headers['x-amz-content-sha256']?.[0]
  if (claim.form === 'query') {
    return queryValue(target.query, 'X-Amz-Content-Sha256') ?? header ?? 'UNSIGNED-PAYLOAD'
  }
  if (header === undefined) {
    throw new S3Error('InvalidRequest', {
      message: 'Missing required header for this request: x-amz-content-sha256',
    })
  }
  return header
}

// Anybody who sees the URL could add a setting that the signature does not cover.
function refuseUnsigned(claim: Claim, headers: NodeJS.Dict<string[]>): void {
  const unsigned = Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-') && !claim.signedHeaders.includes(name),
  )
  if (unsigned.length > 0) {
    throw new S3Error('AccessDenied', {
      message: 'There were headers present in the request which were not signed',
      fields: { HeadersNotSigned: unsigned.join(', ') },
    })
  }
}
