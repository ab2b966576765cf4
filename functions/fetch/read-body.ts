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

const tooLong = (maxBytes: number) =>
  new FetchRefused('bytes', `The answer is longer than ${maxBytes} bytes.`)
