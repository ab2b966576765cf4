import { once } from 'node:events'
import { connect, createServer, type OnReadOpts, type Socket } from 'node:net'
import { join } from 'node:path'

/** The longest address of a socket on macOS, bytes; Linux has four more. */
const LONGEST_ADDRESS = 103

let opened = 0

/**
 * Two ends of a connection. `own` reads into buffers of the caller's and not into a new one for each part, which at the
 * rate of raw video would keep the garbage collector at work; `other` is to be given to a process and closed.
 * @param folder that nobody else can write to; for a moment it holds the address that the ends meet at
 * @returns undefined where there is no such address: on Windows, and where the folder's path is too long
 */
export async function openSocketPair(
  folder: string,
  onread: OnReadOpts,
): Promise<{ own: Socket; other: Socket } | undefined> {
  const path = join(folder, `s${opened++}`)
  if (process.platform === 'win32' || Buffer.byteLength(path) > LONGEST_ADDRESS) return undefined
  const server = createServer({ pauseOnConnect: true })
  try {
    server.listen(path)
    await once(server, 'listening')
    const own = connect({ path, onread })
    const [[other]] = await Promise.all([once(server, 'connection'), once(own, 'connect')])
    return { own, other: other as Socket }
  } finally {
    server.close()
  }
}
