import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * How long a connection stays open for what the client still sends after its answer, in milliseconds: without a byte,
 * and in all. The defaults of nginx's `lingering_timeout` and `lingering_time`.
 */
const LINGERS = { idle: 5_000, whole: 30_000 }

/**
 * Has `server` read and drop the rest of a request that it answered early, before it closes the connection. Closing at
 * once resets it (RFC 9112, section 9.6): a client that is still sending then meets EPIPE or ECONNRESET and may never
 * read why it was refused.
 */
export function lingerBeforeClosing(server: Server): void {
  const newest = new WeakMap<Socket, IncomingMessage>()
  const remember = (request: IncomingMessage) => void newest.set(request.socket, request)
  server.prependListener('request', remember).prependListener('checkContinue', remember)
  server.on('connection', (socket) => {
    const closeAtOnce = socket.destroySoon
    // Node.js calls it as soon as an answer that closes its connection is sent.
    socket.destroySoon = () => {
      const request = newest.get(socket)
      if (!request || request.complete || request.destroyed) return closeAtOnce.call(socket)
      linger(socket, request)
    }
  })
}

function linger(socket: Socket, request: IncomingMessage): void {
  socket.end()
  socket.setTimeout(LINGERS.idle)
  const cut = setTimeout(() => socket.destroy(), LINGERS.whole)
  socket.once('close', () => clearTimeout(cut))
  request.once('end', () => socket.destroy())
  request.unpipe()
  request.resume()
}
