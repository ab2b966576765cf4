import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import dynalite from 'dynalite'
import { vi } from 'vitest'
import { createDynamoClient } from '../../../functions/dynamo.ts'
import { guardedFetchStream } from '../../../functions/fetch/guarded-fetch.ts'
import { log } from '../../../functions/log.ts'
import type { ApiDeps } from '../../../functions/service/api/handle-request.ts'
import { createKey } from '../../../functions/service/core/accounts/create-key.ts'
import { grantUnits } from '../../../functions/service/core/accounts/grant-units.ts'
import { dynamoCounterStore } from '../../../functions/service/core/adapters/dynamo/dynamo-counter-store.ts'
import { dynamoFreeTaskStore } from '../../../functions/service/core/adapters/dynamo/dynamo-free-task-store.ts'
import { dynamoIdempotencyStore } from '../../../functions/service/core/adapters/dynamo/dynamo-idempotency-store.ts'
import { dynamoKeyStore } from '../../../functions/service/core/adapters/dynamo/dynamo-key-store.ts'
import { dynamoSemaphoreStore } from '../../../functions/service/core/adapters/dynamo/dynamo-semaphore-store.ts'
import { dynamoTaskStore } from '../../../functions/service/core/adapters/dynamo/dynamo-task-store.ts'
import { dynamoUnitStore } from '../../../functions/service/core/adapters/dynamo/dynamo-unit-store.ts'
import { dynamoUploadQuota } from '../../../functions/service/core/adapters/dynamo/dynamo-upload-quota.ts'
import { dynamoUploadSlotStore } from '../../../functions/service/core/adapters/dynamo/dynamo-upload-slot-store.ts'
import { dynamoWebhookStore } from '../../../functions/service/core/adapters/dynamo/dynamo-webhook-store.ts'
import { s3FileStore } from '../../../functions/service/core/adapters/s3/s3-file-store.ts'
import { s3ObjectRemover } from '../../../functions/service/core/adapters/s3/s3-object-remover.ts'
import { s3UrlSigner } from '../../../functions/service/core/adapters/s3/s3-url-signer.ts'
import { sqsQueue } from '../../../functions/service/core/adapters/sqs-queue.ts'
import type { CounterStore } from '../../../functions/service/core/ports/counter-store.ts'
import type { FileStore } from '../../../functions/service/core/ports/file-store.ts'
import type { SemaphoreStore } from '../../../functions/service/core/ports/semaphore-store.ts'
import { createTaskQueue } from '../../../functions/service/core/queue/task-queue.ts'
import type { RunTaskDeps } from '../../../functions/service/run-task/run-task.ts'
import type { ServeWorkerDeps } from '../../../functions/service/serve-worker/serve-worker.ts'
import { ensureTable } from '../../../local/dynamodb/ensure-table.ts'
import { type S3Endpoint, startS3 } from '../../../local/s3/start-s3.ts'
import { QueueAttributes } from '../../../local/sqs/queue-attributes.ts'
import { type LocalSqs, startSqs } from '../../../local/sqs/start-sqs.ts'
import { localAccount, OPERATOR } from '../../setup/account.ts'
import { keepEnvironment } from '../../setup/keep-environment.ts'

const KEYS = {
  tasks: ['id'],
  keys: ['hash'],
  units: ['account', 'entry'],
  webhooks: ['owner', 'entry'],
  limits: ['id'],
} as const

const QUEUES = ['tasks', 'video-tasks', 'webhooks'] as const
type QueueName = (typeof QUEUES)[number]

/** Everything the service depends on, and an account with a key and ten units. */
export type ServiceBackend = {
  deps: ApiDeps &
    ServeWorkerDeps &
    Omit<RunTaskDeps, 'broker' | 'perform' | 'fetch' | 'files'> & {
      files: FileStore
      counters: CounterStore
      semaphores: SemaphoreStore
    }
  account: string
  key: string
  /** Adds another account with this many units. */
  addAccount(units: number): Promise<{ account: string; key: string }>
  /** The parsed messages of a queue, and whether each was sent with a delay. */
  queued(queue: QueueName): { message: Record<string, unknown>; delayed: boolean }[]
  /** Empties the queues. */
  clear(): void
  /** The service's clock in epoch milliseconds; tests set it. */
  clock: { now: number }
  close(): Promise<void>
}

/** Starts a database, queues and a bucket on loopback, and the service's adapters on them. */
export async function startServiceBackend(): Promise<ServiceBackend> {
  const silenced = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(log, level).mockReturnValue(),
  )
  const database = dynalite({ createTableMs: 0 })
  database.listen(0, '127.0.0.1')
  await once(database, 'listening')
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-backend-'))
  const account = localAccount()
  const sqs = await startSqs({ dataDir, port: 0, ...account })
  const s3 = await startS3({ dataDir: join(dataDir, 's3'), port: 0, ...account })
  const restoreEnvironment = keepEnvironment()
  Object.assign(process.env, {
    AWS_REGION: account.region,
    AWS_ACCESS_KEY_ID: OPERATOR.accessKeyId,
    AWS_SECRET_ACCESS_KEY: OPERATOR.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(database.address() as AddressInfo).port}`,
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_ENDPOINT_URL_SQS: sqs.url,
  })
  const clock = { now: Date.UTC(2026, 10, 20) }
  const { deps, destroy } = await openPorts(sqs, s3, clock)
  const peek = new DatabaseSync(join(dataDir, 'sqs.db'), { readOnly: true })
  const addAccount = (units: number) => newAccount(units, deps)
  return {
    deps,
    clock,
    addAccount,
    ...(await addAccount(10)),
    queued: (queue) => messagesOf(peek, queue),
    clear: () => {
      for (const queue of QUEUES) sqs.store.purge(queue)
    },
    close: async () => {
      for (const level of silenced) level.mockRestore()
      destroy()
      peek.close()
      database.close()
      await Promise.all([sqs.close(), s3.close()])
      restoreEnvironment()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function openPorts(sqs: LocalSqs, s3: S3Endpoint, clock: { now: number }) {
  const dynamo = createDynamoClient()
  const sqsClient = new SQSClient({})
  const s3Client = new S3Client({})
  await Promise.all(Object.entries(KEYS).map(([name, keys]) => createTable(dynamo, name, keys)))
  await s3.createBucket('files')
  for (const queue of QUEUES) sqs.store.putQueue(queue, QueueAttributes.parse({}))
  const queueTo = <Message extends { account?: string | undefined }>(name: QueueName) =>
    sqsQueue<Message>(sqsClient, sqs.urlOf(name))
  const deps: ServiceBackend['deps'] = {
    tasks: dynamoTaskStore(dynamo, 'tasks'),
    idempotency: dynamoIdempotencyStore(dynamo, 'tasks'),
    slots: dynamoUploadSlotStore(dynamo, 'tasks'),
    keys: dynamoKeyStore(dynamo, 'keys'),
    units: dynamoUnitStore(dynamo, 'units'),
    freeTasks: dynamoFreeTaskStore(dynamo, 'units'),
    webhooks: dynamoWebhookStore(dynamo, 'webhooks'),
    counters: dynamoCounterStore(dynamo, 'limits'),
    semaphores: dynamoSemaphoreStore(dynamo, 'limits'),
    files: s3FileStore(s3Client, 'files'),
    fetchStream: guardedFetchStream,
    signer: s3UrlSigner('files'),
    objectRemover: s3ObjectRemover(s3UrlSigner('files')),
    taskQueue: createTaskQueue({
      pictures: queueTo('tasks'),
      videos: queueTo('video-tasks'),
    }),
    semaphore: { acquire: async () => true, release: async () => {} },
    // The clock stands still, so any limit would soon be reached. The limiter has tests of its own.
    limit: async () => {},
    limits: { perWindow: 250, perSecond: 5 },
    validKeys: new Set(),
    uploadQuota: dynamoUploadQuota(dynamo, 'limits'),
    uploadBytesPerDay: 100_000_000_000,
    webhookQueue: queueTo('webhooks'),
    isInstalled: () => true,
    now: () => clock.now,
  }
  const destroy = () => {
    for (const client of [dynamo, sqsClient, s3Client]) client.destroy()
  }
  return { deps, destroy }
}

/** The indexes of each table: partition key (string) and sort key (number) by name. */
const INDEXES: Readonly<Record<string, Record<string, readonly [string, string]>>> = {
  tasks: { byAccount: ['account', 'createdAt'], open: ['open', 'createdAt'] },
  webhooks: { pending: ['pending', 'dueAt'] },
}

function createTable(dynamo: DynamoDBClient, name: string, keys: readonly string[]) {
  const indexes = Object.entries(INDEXES[name] ?? {})
  const ranges = new Set(indexes.map(([, [, range]]) => range))
  const named = new Set([...keys, ...indexes.flatMap(([, pair]) => pair)])
  return ensureTable(dynamo, name, {
    AttributeDefinitions: [...named].map((key) => ({
      AttributeName: key,
      AttributeType: ranges.has(key) ? ('N' as const) : ('S' as const),
    })),
    KeySchema: schemaOf(keys),
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map(([IndexName, pair]) => ({
        IndexName,
        KeySchema: schemaOf(pair),
        Projection: { ProjectionType: 'ALL' as const },
      })),
    }),
  })
}

function schemaOf(keys: readonly string[]) {
  return keys.map((key, at) => ({
    AttributeName: key,
    KeyType: at === 0 ? ('HASH' as const) : ('RANGE' as const),
  }))
}

async function newAccount(units: number, deps: ServiceBackend['deps']) {
  const account = `account-${randomUUID().slice(0, 8)}`
  const { key } = await createKey({ account, name: 'test' }, deps)
  if (units > 0) await grantUnits({ account, units }, deps)
  return { account, key }
}

/** Reads the queue's file, because receiving would change the messages. */
function messagesOf(file: DatabaseSync, queue: QueueName) {
  return file
    .prepare('SELECT body, visible FROM messages WHERE queue = ? ORDER BY seq')
    .all(queue)
    .map(({ body, visible }) => ({
      message: JSON.parse(String(body)),
      delayed: Number(visible) > Date.now(),
    }))
}
