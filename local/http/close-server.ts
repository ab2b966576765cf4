import type { Server } from 'node:http'

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
