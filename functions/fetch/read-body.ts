import type { IncomingMessage } from 'node:http'
import { FetchRefused } from './fetch-refused.ts'

/** Streams the body of a response. Throws as soon as it is known to have more than `maxBytes`. */
export async function* limitBytes(
  response: IncomingMessage,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  if (Number(response.headers['content-length']) > maxBytes) throw tooLong(maxBytes)
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw tooLong(maxBytes)
    yield chunk
  }
}

/** The whole body of a response. Throws when it has more than `maxBytes`. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of limitBytes(response, maxBytes)) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * The first `maxBytes` of a response. Never throws: when the body breaks off or stalls, the bytes received so far are
 * returned. A caller that needs only a prefix has what matters in the status.
 */
export async function readPrefix(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= maxBytes) break
    }
  } catch {
    // The bytes received so far are enough.
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, maxBytes))
}

function tooLong(maxBytes: number) {
  return new FetchRefused('bytes', `The answer is longer than ${maxBytes} bytes.`)
}
