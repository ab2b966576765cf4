import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Starts `server` on 127.0.0.1 and returns its port; 0 takes a free one.
 * @throws the server's error, such as EADDRINUSE
 */
export function listen(server: Server, port: number): Promise<number> {
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
