import { createServer } from 'node:http'
import { serveAwsJson } from '../aws-json/serve-aws-json.ts'
import { guardFromPages } from '../http/guard-loopback.ts'
import { closeServer, listen } from '../http/server.ts'
import type { Access } from '../iam/access.ts'
import { messageOperations } from './message-operations.ts'
import { type MessageStore, openMessageStore } from './message-store.ts'
import { moveOperations } from './move-operations.ts'
import { queueOperations } from './queue-operations.ts'
import { sqsRequiredRights } from './sqs-required-rights.ts'

/** A running SQS endpoint, and its queues for other parts of the process. */
export type LocalSqs = {
  readonly url: string
  readonly port: number
  readonly store: MessageStore
  readonly urlOf: (queue: string) => string
  /** Stops serving; queues and messages stay on disk. */
  close(): Promise<void>
}

/** Serves standard SQS queues, stored in `dataDir`, on 127.0.0.1. Port 0 takes a free one. */
export async function startSqs(options: {
  dataDir: string
  port: number
  region: string
  account: string
  access: Access
  clock?: () => number
}): Promise<LocalSqs> {
  const store = openMessageStore(options.dataDir, options.clock)
  let url = ''
  const urlOf = (queue: string): string => `${url}/${options.account}/${queue}`
  const arnOf = (queue: string): string =>
    `arn:aws:sqs:${options.region}:${options.account}:${queue}`
  const context = { store, urlOf, arnOf }
  const service = {
    signingName: 'sqs',
    requiredRights: sqsRequiredRights(arnOf),
    operations: {
      ...queueOperations(context),
      ...messageOperations(context),
      ...moveOperations(context),
    },
  }
  const { access, region } = options
  const server = createServer(
    guardFromPages(serveAwsJson({ access, region, services: { AmazonSQS: service } })),
  )
  try {
    const port = await listen(server, options.port)
    url = `http://127.0.0.1:${port}`
    return {
      url,
      port,
      store,
      urlOf,
      close: async () => {
        await closeServer(server, 500)
        store.close()
      },
    }
  } catch (error) {
    store.close()
    throw error
  }
}
