import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lingerBeforeClosing } from './linger.ts'

/**
 * How long a connection may keep a server waiting, in milliseconds. A client that sends its headers byte by byte, or
 * nothing at all, would otherwise hold a connection for ever. Node.js takes the limit of headers from that of whole
 * requests, so a server without the one has neither unless it is set.
 */
const LIMITS = {
  /** For all headers of a request, counted from the connection or from the end of the request before. */
  headersTimeout: 10_000,
  /** Without a byte in either direction. Above the longest silent answer: a function may take 30 seconds. */
  timeout: 120_000,
  /**
   * Between two requests of one connection. SDKs keep connections for reuse, and one that the server closes just then
   * is a request that was reset.
   */
  keepAliveTimeout: 65_000,
  /** How often all are looked at. Node.js takes it as an option of the constructor; dynalite makes its own server. */
  connectionsCheckingInterval: 5_000,
}

/**
 * Starts `server` on 127.0.0.1 and returns its port; 0 takes a free one. Connections that keep it waiting are closed,
 * and those of refused requests only after what they still send.
 * @throws the server's error, such as EADDRINUSE
 */
export function listen(server: Server, port: number): Promise<number> {
  Object.assign(server, LIMITS)
  lingerBeforeClosing(server)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/**
 * Closes a server: no new connections, idle ones at once, busy ones after `graceMs` milliseconds. Does not throw when
 * the server is not listening.
 */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
