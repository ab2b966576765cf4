import type { IncomingMessage } from 'node:http'
import { FetchRefused } from './fetch-refused.ts'

/** The bytes of a response as they come; throws as soon as it is known that there are more than `maxBytes`. */
export const limitBytes = async function* (
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

/** All of them at once. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of limitBytes(response, maxBytes)) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * The first `maxBytes` of a response. Never throws: where the body breaks off or stops coming, what came before is
 * given, for whoever asks for a beginning has the answer in its status.
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
    // What came is enough.
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, maxBytes))
}

function tooLong(maxBytes: number) {
  return new FetchRefused('bytes', `The answer is longer than ${maxBytes} bytes.`)
}
