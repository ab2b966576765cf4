import type { IncomingMessage } from 'node:http'

/** The request's body is longer than allowed. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

/**
 * Reads the whole body of a request.
 * @throws BodyTooLargeError as soon as more than `limit` bytes are announced or arrive; the rest is not kept
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLargeError()
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > limit) throw new BodyTooLargeError()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
