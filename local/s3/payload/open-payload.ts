import { createHash } from 'node:crypto'
import { sameHex } from '../../signature/signing-key.ts'
import type { Call } from '../call.ts'
import { S3Error } from '../s3-error.ts'
import { decodeChunks } from './decode-chunks.ts'

/** The most bytes of one request: 5 GiB (Amazon S3 User Guide, "Uploading objects"). */
const MAX_PAYLOAD = 5 * 1024 ** 3

/** A body without its framing. `trailers` are complete once `bytes` has ended. */
export type Payload = { bytes: AsyncIterable<Buffer>; trailers: ReadonlyMap<string, string> }

/**
 * Opens a request's body as the bytes to be stored. Signed hashes, chunk signatures and the announced length are
 * verified as the bytes pass; the stream fails where one does not match.
 *
 * @throws S3Error `MissingContentLength`, `EntityTooLarge`, and for the file of a form `EntityTooSmall`.
 */
export function openPayload(call: Call): Payload {
  const form = call.auth.payload
  if (form.kind === 'file') {
    return { bytes: checkRange(call.openBody(), form), trailers: new Map() }
  }
  const length = announcedLength(call)
  if (length > MAX_PAYLOAD) {
    throw new S3Error('EntityTooLarge', { fields: { MaxSizeAllowed: String(MAX_PAYLOAD) } })
  }
  const trailers = new Map<string, string>()
  if (form.kind === 'plain') {
    const body = call.openBody()
    return { bytes: form.sha256 === undefined ? body : checkHash(body, form.sha256), trailers }
  }
  const decoded = decodeChunks(call.openBody(), {
    signer: call.auth.chunks,
    trailer: form.trailer,
    trailers,
  })
  return { bytes: checkLength(decoded, length), trailers }
}

function announcedLength({ auth, fields, headers }: Call): number {
  const text =
    auth.payload.kind === 'chunked'
      ? fields['x-amz-decoded-content-length']
      : headers['content-length']
  if (text === undefined || !/^\d{1,15}$/.test(text)) {
    throw new S3Error('MissingContentLength')
  }
  return Number(text)
}

async function* checkRange(
  source: AsyncIterable<Buffer>,
  { least, most }: { least: number; most: number },
): AsyncGenerator<Buffer> {
  const bound = Math.min(most, MAX_PAYLOAD)
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > bound) {
      throw new S3Error('EntityTooLarge', { fields: { MaxSizeAllowed: String(bound) } })
    }
    yield chunk
  }
  if (size >= least) return
  throw new S3Error('EntityTooSmall', {
    fields: { ProposedSize: String(size), MinSizeAllowed: String(least) },
  })
}

async function* checkHash(source: AsyncIterable<Buffer>, expected: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
  if (!sameHex(hash.digest('hex'), expected)) {
    throw new S3Error('XAmzContentSHA256Mismatch')
  }
}

async function* checkLength(source: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > length) {
      break
    }
    yield chunk
  }
  if (size !== length) {
    throw new S3Error('IncompleteBody')
  }
}
