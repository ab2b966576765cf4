import type { IncomingMessage, RequestListener, Server } from 'node:http'
import dynalite from 'dynalite'
import { closeServer } from '../http/close-server.ts'
import { guardHost } from '../http/guard-host.ts'
import { listen } from '../http/listen.ts'

/** A running DynamoDB endpoint. */
export type LocalDynamoDb = { readonly url: string; readonly port: number; close(): Promise<void> }

/**
 * Serves DynamoDB (dynalite) on 127.0.0.1 with its tables in `dataDir`. Port 0 takes a free one. Region and account,
 * which appear in table ARNs, are read by dynalite from AWS_REGION and AWS_ACCOUNT_ID.
 */
export const startDynamoDb = async (options: {
  dataDir: string
  port: number
}): Promise<LocalDynamoDb> => {
  const server = dynalite({
    path: options.dataDir,
    createTableMs: 0,
    deleteTableMs: 0,
    updateTableMs: 0,
  })
  protect(server)
  try {
    const port = await listen(server, options.port)
    return { url: `http://127.0.0.1:${port}`, port, close: () => closeServer(server, 500) }
  } catch (error) {
    server.close()
    throw error
  }
}

/** dynalite throws out of the event loop when a client leaves in the middle of a request; such a request just ends here. */
const protect = (server: Server): void => {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  for (const listener of listeners) {
    server.on(
      'request',
      guardHost((request, response) => {
        withoutErrorListeners(request)
        listener(request, response)
      }),
    )
  }
}

const withoutErrorListeners = (request: IncomingMessage): void => {
  const on = request.on.bind(request)
  request.on = (event: string, listener: (...values: never[]) => void) =>
    event === 'error' ? request : on(event, listener as (...values: unknown[]) => void)
}
