import type { IncomingMessage } from 'node:http'
import { FetchRefused } from './fetch-refused.ts'

/**
 * The bytes of a response, never holding more than `maxBytes`. What is longer is refused as soon as that is known,
 * or with `overflow: 'cut'` ended there.
 */
export const readBody = async (
  response: IncomingMessage,
  { maxBytes, overflow }: { maxBytes: number; overflow: 'refuse' | 'cut' },
): Promise<Uint8Array> => {
  if (overflow === 'refuse' && Number(response.headers['content-length']) > maxBytes) {
    throw tooLong(maxBytes)
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length <= maxBytes) continue
    if (overflow === 'refuse') throw tooLong(maxBytes)
    break
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, maxBytes))
}

/** The bytes of a response as they come; throws as soon as it is known that there are more than `maxBytes`. */
export const withinBytes = async function* (
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

const tooLong = (maxBytes: number) =>
  new FetchRefused('bytes', `The answer is longer than ${maxBytes} bytes.`)
