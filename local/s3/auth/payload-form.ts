import { S3Error } from '../s3-error.ts'

/**
 * What `x-amz-content-sha256` says about the body: hashed, not hashed, or in chunks that may be signed one by one and
 * may have trailers (Amazon S3 API Reference, "Authenticating Requests (AWS Signature Version 4)"). The file of a form
 * has no length of its own, only the bounds of its policy, in bytes and both included.
 */
export type PayloadForm =
  | { kind: 'plain'; sha256?: string }
  | { kind: 'file'; least: number; most: number }
  | { kind: 'chunked'; signed: boolean; trailer: boolean }

const CHUNKED: Record<string, PayloadForm> = {
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { kind: 'chunked', signed: false, trailer: true },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { kind: 'chunked', signed: true, trailer: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { kind: 'chunked', signed: true, trailer: true },
}

/** Reads `x-amz-content-sha256`. @throws S3Error `InvalidArgument` for a value that S3 does not know. */
export function payloadForm(contentSha256: string): PayloadForm {
  if (contentSha256 === 'UNSIGNED-PAYLOAD') {
    return { kind: 'plain' }
  }
  if (/^[0-9a-f]{64}$/.test(contentSha256)) {
    return { kind: 'plain', sha256: contentSha256 }
  }
  const form = CHUNKED[contentSha256]
  if (form === undefined) {
    throw new S3Error('InvalidArgument', {
      message: 'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, a STREAMING form or a valid sha256.',
      fields: { ArgumentName: 'x-amz-content-sha256' },
    })
  }
  return form
}
