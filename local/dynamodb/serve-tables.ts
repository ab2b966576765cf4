import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import dynalite from 'dynalite'
import { guardFromPages } from '../http/guard-loopback.ts'
import { closeServer, listen } from '../http/server.ts'
import { type AccessKey, type AccessPlan, openAccess } from '../iam/access.ts'
import type { UsedRight } from '../iam/usage.ts'
import { guardTables } from './guard-tables.ts'
import { patchLevelStore } from './patch-level-store.ts'
import { tableRequiredRights } from './table-required-rights.ts'

/** The start data of the thread that serves the tables. Until it gets a plan, only the administrator may use them. */
export type TablesData = {
  dataDir: string
  port: number
  region: string
  account: string
  administrator: AccessKey
}

/** What the thread is asked for: to install who may do what, to list the rights that were used, or to end. */
export type TablesQuestion = { install: AccessPlan } | 'list used rights' | 'close'

/** What the thread posts: first its port, or why it could not start; then one answer to each question. */
export type TablesAnswer =
  | { port: number }
  | { failed: { message: string; code?: string } }
  | { used: UsedRight[] }
  | 'installed'
  | 'closed'

const { dataDir, port, region, account, administrator } = workerData as TablesData
const access = openAccess(account, administrator)
const requiredRights = tableRequiredRights({ region, account })

/**
 * dynalite throws from the event loop when a client leaves in the middle of a request. Such a request now just ends.
 */
function tolerateLeavingClients(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  for (const listener of listeners) {
    server.on(
      'request',
      guardFromPages(
        guardTables(
          (request, response) => {
            withoutErrorListeners(request)
            listener(request, response)
          },
          { access, region, requiredRights },
        ),
      ),
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

async function respond(question: TablesQuestion): Promise<TablesAnswer> {
  if (question === 'list used rights') return { used: access.used() }
  if (question === 'close') {
    await closeServer(server, 500)
    return 'closed'
  }
  access.install(question.install)
  return 'installed'
}

patchLevelStore()
const server = dynalite({ path: dataDir, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
tolerateLeavingClients(server)
try {
  answer({ port: await listen(server, port) })
  parentPort!.on('message', async (question: TablesQuestion) => answer(await respond(question)))
} catch (error) {
  server.close()
  const { message, code } = error as NodeJS.ErrnoException
  answer({ failed: { message, ...(code && { code }) } })
}
