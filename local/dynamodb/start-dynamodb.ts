import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import type { AccessPlan } from '../iam/access.ts'
import type { UsedRight } from '../iam/usage.ts'
import { DamagedError } from '../state/damaged.ts'
import type { TablesAnswer, TablesData, TablesQuestion } from './serve-tables.ts'

/** A running DynamoDB endpoint. */
export type LocalDynamoDb = {
  readonly url: string
  readonly port: number
  /** Installs who may do what with the tables. */
  install(plan: AccessPlan): Promise<void>
  /** The rights that have allowed something so far. */
  used(): Promise<UsedRight[]>
  close(): Promise<void>
}

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
  if (typeof answer === 'string' || !('port' in answer)) {
    await worker.terminate()
    const failed = typeof answer === 'object' && 'failed' in answer ? answer.failed : {}
    throw Object.assign(new Error(), failed)
  }
  const { port } = answer
  const url = `http://127.0.0.1:${port}`
  // The first request opens the files.
  await Promise.race([listTables(url, options), broken])
  // A run that loses its tables must end.
  worker.on('error', (error) => {
    throw error
  })
  let last: Promise<unknown> = Promise.resolve()
  // The thread answers one question at a time.
  const ask = (question: TablesQuestion): Promise<TablesAnswer> => {
    const asked = last.then(async () => {
      worker.postMessage(question)
      const [answer] = (await once(worker, 'message')) as [TablesAnswer]
      return answer
    })
    last = asked.catch(() => undefined)
    return asked
  }
  return {
    url,
    port,
    install: async (plan) => void (await ask({ install: plan })),
    used: async () => {
      const answer = await ask('list used rights')
      return typeof answer === 'object' && 'used' in answer ? answer.used : []
    },
    close: async () => {
      await ask('close')
      await worker.terminate()
    },
  }
}

async function listTables(
  endpoint: string,
  { region, administrator: credentials }: TablesData,
): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region, credentials })
  try {
    await client.send(new ListTablesCommand({}))
  } finally {
    client.destroy()
  }
}
