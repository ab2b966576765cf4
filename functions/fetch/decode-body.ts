import { pipeline, type Transform } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { FetchRefused } from './fetch-refused.ts'

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** Makes what decodes a body of this `Content-Encoding`; undefined where it is several, or none that is known. */
export function bodyDecoder(header: string): Transform | undefined {
  return DECODERS[header.trim().toLowerCase()]?.()
}

/**
 * The decoded bytes of a body. Throws `FetchRefused` as soon as they are known to be more than `maxBytes`, and where
 * they are not of that coding; otherwise what reading the body throws.
 */
export async function* decodeBody(
  body: AsyncIterable<Uint8Array>,
  decoder: Transform,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let length = 0
  // The error of either ends the loop below.
  pipeline(body, decoder, () => {})
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > maxBytes) {
        throw new FetchRefused('bytes', `The answer is longer than ${maxBytes} bytes.`)
      }
      yield chunk
    }
  } catch (error) {
    if (!isDecoderError(error)) throw error
    throw new FetchRefused('encoding', 'The answer is not of the coding that it names.', {
      cause: error,
    })
  }
}

/** zlib’s codes: `Z_DATA_ERROR`, `Z_BUF_ERROR`, `ERR__ERROR_FORMAT_…` of Brotli and `ZSTD_error_…`. */
function isDecoderError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^(Z_|ERR__|ERR_BROTLI|ZSTD_)/.test(code)
}
