import type { ServerRequest } from '../ask-server.ts'

/** A value as the body of a request. */
export function jsonBody(value: unknown): NonNullable<ServerRequest['body']> {
  return {
    contentType: 'application/json',
    bytes: new Uint8Array(Buffer.from(JSON.stringify(value))),
  }
}
