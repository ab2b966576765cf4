import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import dynalite from 'dynalite'
import { guardFromPages } from '../http/guard-loopback.ts'
import { closeServer, listen } from '../http/server.ts'
import { patchLevelStore } from './patch-level-store.ts'

/** The start data of the thread that serves the tables. */
export type TablesData = { dataDir: string; port: number }

/** What the thread posts: first its port, or why it could not start, and at the end that it is closed. */
export type TablesAnswer =
  | { port: number }
  | { failed: { message: string; code?: string } }
  | 'closed'

const { dataDir, port } = workerData as TablesData

/**
 * dynalite throws from the event loop when a client leaves in the middle of a request. Such a request now just ends.
 */
function tolerateLeavingClients(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  for (const listener of listeners) {
    server.on(
      'request',
      guardFromPages((request, response) => {
        withoutErrorListeners(request)
        listener(request, response)
      }),
    )
  }
}

function withoutErrorListeners(request: IncomingMessage): void {
  const on = request.on.bind(request)
  request.on = (event: string, listener: (...values: never[]) => void) =>
    event === 'error' ? request : on(event, listener as (...values: unknown[]) => void)
}

function answer(message: TablesAnswer): void {
  parentPort!.postMessage(message)
}

patchLevelStore()
const server = dynalite({ path: dataDir, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
tolerateLeavingClients(server)
try {
  answer({ port: await listen(server, port) })
  parentPort!.once('message', async () => {
    await closeServer(server, 500)
    answer('closed')
  })
} catch (error) {
  server.close()
  const { message, code } = error as NodeJS.ErrnoException
  answer({ failed: { message, ...(code && { code }) } })
}
