import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Answer } from './call.ts'

/**
 * Writes an answer. Resolves when it is sent or the client is gone.
 *
 * @throws the error that kept its bytes from being read; the connection is cut then.
 */
export async function sendAnswer(response: ServerResponse, answer: Answer): Promise<void> {
  const { status, headers = {}, body } = answer
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      response.setHeader(name, value)
    }
  }
  response.statusCode = status
  if (body === undefined || typeof body === 'string') {
    // An empty body has a length too, except where HTTP forbids one (RFC 9110, 8.6).
    if (!response.hasHeader('content-length') && status !== 204 && status !== 304) {
      response.setHeader('content-length', Buffer.byteLength(body ?? ''))
    }
    response.end(body)
    return
  }
  try {
    await pipeline(body, response)
  } catch (error) {
    // A cut connection tells the client that the bytes are incomplete; an early end would not.
    response.destroy()
    if (body instanceof Readable) {
      body.destroy()
    }
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') {
      throw error
    }
  }
}
