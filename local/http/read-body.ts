import type { IncomingMessage } from 'node:http'
import type { BodyRoom } from './body-room.ts'

/** The request's body is longer than allowed. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

/** The bodies of other requests take the room that the server has for them. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError'
}

/**
 * Reads the whole body of a request. The connection stays, so that a refusal can be answered.
 * @param room takes up the bytes as they come, so that announcing many takes none. The caller gives back the length of
 *   the body; what was taken of a refused one is given back here. @default unbounded
 * @throws BodyTooLargeError as soon as more than `limit` bytes are announced or arrive; the rest is not kept
 * @throws NoRoomError
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  room?: BodyRoom,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLargeError()
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of request.iterator({ destroyOnReturn: false })) {
      if (size + part.length > limit) throw new BodyTooLargeError()
      if (room?.take(part.length) === false) throw new NoRoomError()
      size += part.length
      parts.push(part)
    }
  } catch (error) {
    room?.give(size)
    throw error
  }
  return Buffer.concat(parts)
}
