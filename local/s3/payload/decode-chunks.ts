import type { ChunkSigner } from '../auth/chunk-signer.ts'
import { S3Error } from '../s3-error.ts'
import { ByteReader } from './byte-reader.ts'

/** The longest chunk header or trailer line in characters, and the most trailers. */
const MAX_LINE = 1024
const MAX_TRAILERS = 16

const HEADER = /^([0-9a-fA-F]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/

/** How a chunked body is framed. */
export type ChunkOptions = {
  /** Verifies the signature of each chunk. Without it the chunks are not signed. */
  signer?: ChunkSigner | undefined
  /** Whether trailers follow the last chunk. They are added to `trailers` by lower-case name. */
  trailer: boolean
  trailers: Map<string, string>
}

/**
 * Removes the `aws-chunked` framing of a body: `size[;chunk-signature=…]CRLF data CRLF`, ended by a chunk of size 0
 * (Amazon S3 API Reference, "Signature calculations for the authorization header: transferring payload in multiple
 * chunks").
 *
 * @throws S3Error `IncompleteBody` on broken framing, `SignatureDoesNotMatch`.
 */
export async function* decodeChunks(
  source: AsyncIterable<Buffer>,
  options: ChunkOptions,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source)
  for (;;) {
    const match = HEADER.exec((await reader.line(MAX_LINE)) ?? '')
    if (match === null) {
      throw new S3Error('IncompleteBody')
    }
    const size = Number.parseInt(match[1]!, 16)
    for await (const piece of reader.take(size)) {
      options.signer?.update(piece)
      yield piece
    }
    options.signer?.endChunk(match[2] ?? '')
    if (size === 0) {
      break
    }
    if ((await reader.line(2)) !== '') {
      throw new S3Error('IncompleteBody')
    }
  }
  await readTrailers(reader, options)
}

async function readTrailers(reader: ByteReader, options: ChunkOptions): Promise<void> {
  let canonical = ''
  let signature = ''
  for (let count = 0; ; count++) {
    const line = await reader.line(MAX_LINE)
    if (line === undefined || line === '') {
      break
    }
    const colon = line.indexOf(':')
    if (!options.trailer || colon < 1 || count >= MAX_TRAILERS) {
      throw new S3Error('IncompleteBody')
    }
    const name = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (name === 'x-amz-trailer-signature') {
      signature = value
    } else {
      options.trailers.set(name, value)
      canonical += `${name}:${value}\n`
    }
  }
  if (options.trailer) {
    options.signer?.endTrailer(canonical, signature)
  }
}
