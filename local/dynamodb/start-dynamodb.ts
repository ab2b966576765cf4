import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { DamagedError } from '../state/damaged.ts'
import type { TablesAnswer, TablesData } from './serve-tables.ts'

/** A running DynamoDB endpoint. */
export type LocalDynamoDb = { readonly url: string; readonly port: number; close(): Promise<void> }

/**
 * Serves DynamoDB (dynalite) on 127.0.0.1 with its tables in `dataDir`, in a thread of its own, because it gets more
 * requests than all other services together. Port 0 takes a free one. dynalite reads the region and account of table
 * ARNs from AWS_REGION and AWS_ACCOUNT_ID.
 * @throws the server's error, such as EADDRINUSE
 */
export async function startDynamoDb(options: TablesData): Promise<LocalDynamoDb> {
  const worker = new Worker(new URL('./serve-tables.ts', import.meta.url), {
    name: 'tables',
    workerData: options,
    execArgv: [],
  })
  const broken = once(worker, 'error').then(([error]) => {
    throw new DamagedError(options.dataDir, error)
  })
  broken.catch(() => undefined)
  const [answer] = (await Promise.race([once(worker, 'message'), broken])) as [TablesAnswer]
  if (answer === 'closed' || 'failed' in answer) {
    await worker.terminate()
    throw Object.assign(new Error(), answer === 'closed' ? {} : answer.failed)
  }
  const { port } = answer
  const url = `http://127.0.0.1:${port}`
  // The first request opens the files.
  await Promise.race([listTables(url), broken])
  // A run that loses its tables must end.
  worker.on('error', (error) => {
    throw error
  })
  return {
    url,
    port,
    close: async () => {
      worker.postMessage('close')
      await once(worker, 'message')
      await worker.terminate()
    },
  }
}

async function listTables(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'none', secretAccessKey: 'none' }
  const client = new DynamoDBClient({ endpoint, region: 'none', credentials })
  try {
    await client.send(new ListTablesCommand({}))
  } finally {
    client.destroy()
  }
}
