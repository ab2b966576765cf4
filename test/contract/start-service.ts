import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import { type CreateKeyInput, createKey } from '../../functions/service/core/accounts/create-key.ts'
import { grantUnits } from '../../functions/service/core/accounts/grant-units.ts'
import { dynamoKeyStore } from '../../functions/service/core/adapters/dynamo/dynamo-key-store.ts'
import { dynamoTaskStore } from '../../functions/service/core/adapters/dynamo/dynamo-task-store.ts'
import { dynamoUnitStore } from '../../functions/service/core/adapters/dynamo/dynamo-unit-store.ts'
import type { TaskStore } from '../../functions/service/core/ports/task-store.ts'
import type { Intercept } from '../../local/lambda/hosted-function.ts'
import type { LocalAddresses } from '../../local/run/addresses.ts'
import { type StartLocalOptions, startLocal } from '../../local/run/start-local.ts'
import { eventually } from '../stack/eventually.ts'
import { localTemplates } from '../stack/local-templates.ts'
import { type Ask, createAsk, type ServiceResponse } from './ask.ts'

/** More than the tests need, so that no test is limited by another's requests. */
const LIMITS = { perWindow: 1_000_000, perSecond: 1_000_000 }

/** An account, its key, the hash of the key, and a client that uses it. */
export type Account = { account: string; key: string; hash: string; ask: Ask }

/** The service of a running local stack, over HTTP. */
export type Service = {
  baseUrl: string
  /** A client with the key of the local run, whose account has more units than tests need. */
  ask: Ask
  /** Creates an account with a key and this many units. */
  account(units: number, more?: Partial<CreateKeyInput>): Promise<Account>
  /**
   * The store of the service's tasks, to create tasks that no request can: old ones, and ones that no worker performs.
   */
  tasks: TaskStore
  /** Switches a key off. */
  switchOff(hash: string): Promise<void>
  /** Polls until the task has ended, and returns that response. */
  ended(path: string, taskId: string, ask?: Ask): Promise<ServiceResponse>
  close(): Promise<void>
}

/** Starts both stacks in a temporary folder on free ports. `intercept` may replace a function. */
export async function startService(
  options: Pick<StartLocalOptions, 'intercept' | 'environment'> = {},
): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-contract-'))
  const { addresses, close } = await startLocal({
    assembly: await localTemplates(),
    dataDir,
    port: 0,
    connect: connectLocal,
    ...options,
  })
  const { baseUrl, apiKey } = addresses
  const { keys, units, tasks, destroy } = await openStores(addresses)
  const ask = createAsk(baseUrl, apiKey)
  return {
    baseUrl,
    ask,
    account: async (lot, more = {}) => {
      const account = `contract-${randomUUID().slice(0, 8)}`
      const made = { account, name: 'contract', limits: LIMITS, ...more }
      const { key, record } = await createKey(made, { keys, now: Date.now })
      if (lot > 0) await grantUnits({ account, units: lot }, { units, now: Date.now })
      return { account, ask: createAsk(baseUrl, key), key, hash: record.hash }
    },
    tasks,
    switchOff: async (hash) => {
      await keys.setActive(hash, false)
    },
    ended: (path, taskId, asking = ask) =>
      eventually(`the end of task ${taskId}`, async () => {
        const answer = await asking('GET', `${path}/${taskId}`)
        return answer.body.data?.task_status === 'running' ? undefined : answer
      }),
    close: async () => {
      destroy()
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A worker that takes its messages and does nothing, so that tasks stay running. */
export const idleWorker: Intercept = async ({ entry }, next) =>
  entry.includes('run-task') ? { payload: { batchItemFailures: [] } } : next()

async function openStores({ region, accessKeyId, secretAccessKey, ...at }: LocalAddresses) {
  const credentials = { accessKeyId, secretAccessKey }
  const client = new DynamoDBClient({ region, credentials, endpoint: at.dynamodbEndpoint })
  const { TableNames = [] } = await client.send(new ListTablesCommand({}))
  const named = (part: string): string =>
    TableNames.find((name) => name.includes(`Stores${part}`)) ?? part
  const db = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  })
  return {
    keys: dynamoKeyStore(db, named('Keys')),
    units: dynamoUnitStore(db, named('Units')),
    tasks: dynamoTaskStore(db, named('Tasks')),
    destroy: () => client.destroy(),
  }
}
