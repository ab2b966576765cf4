import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TablesAnswer, TablesData } from './serve-tables.ts'

/** A running DynamoDB endpoint. */
export type LocalDynamoDb = { readonly url: string; readonly port: number; close(): Promise<void> }

/**
 * Serves DynamoDB (dynalite) on 127.0.0.1 with its tables in `dataDir`, in a thread of its own: it is asked more often
 * than everything else together. Port 0 takes a free one. Region and account, which appear in table ARNs, are read by
 * dynalite from AWS_REGION and AWS_ACCOUNT_ID.
 * @throws the server's error, such as EADDRINUSE
 */
export const startDynamoDb = async (options: TablesData): Promise<LocalDynamoDb> => {
  const worker = new Worker(new URL('./serve-tables.ts', import.meta.url), {
    workerData: options,
    execArgv: [],
  })
  const [answer] = (await once(worker, 'message')) as [TablesAnswer]
  if (answer === 'closed' || 'failed' in answer) {
    await worker.terminate()
    throw Object.assign(new Error(), answer === 'closed' ? {} : answer.failed)
  }
  const { port } = answer
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      worker.postMessage('close')
      await once(worker, 'message')
      await worker.terminate()
    },
  }
}
