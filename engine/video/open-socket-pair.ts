import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type OnReadOpts, type Socket } from 'node:net'

/** The machine itself: what goes to this address never leaves it. */
const LOOPBACK = '127.0.0.1'

/**
 * Two ends of a connection of this machine with itself. `own` is for this process; `other` is to be given to a process
 * that it starts, and closed.
 *
 * It is TCP because the kernel then keeps some MB on the way, several frames, which come and go while this process
 * computes. A pipe holds 64 KB and a Unix socket 200 KB: whoever makes or takes frames would wait at each of these
 * parts for this process to be back in its event loop, and it for them.
 * @param onread reads into buffers of the caller's and not into a new one for each part, which at the rate of raw video
 * would keep the garbage collector at work
 * @returns undefined where processes are given no sockets, on Windows, or the machine has no such address
 */
export async function openSocketPair(
  onread?: OnReadOpts,
): Promise<{ own: Socket; other: Socket } | undefined> {
  if (process.platform === 'win32') return undefined
  const server = createServer({ pauseOnConnect: true, noDelay: true }).listen(0, LOOPBACK)
  try {
    await once(server, 'listening')
  } catch {
    return undefined
  }
  try {
    const { port } = server.address() as AddressInfo
    const own = connect({ host: LOOPBACK, port, noDelay: true, ...(onread && { onread }) })
    const accepted = new Map<number | undefined, Socket>()
    server.on('connection', (socket) => {
      accepted.set(socket.remotePort, socket)
      server.emit('accepted')
    })
    await once(own, 'connect')
    while (!accepted.has(own.localPort)) await once(server, 'accepted')
    const other = accepted.get(own.localPort)!
    // Whoever else found the port in the meantime is not heard.
    for (const socket of accepted.values()) if (socket !== other) socket.destroy()
    return { own, other }
  } finally {
    server.close()
  }
}
