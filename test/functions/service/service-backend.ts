import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { CreateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import dynalite from 'dynalite'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { vi } from 'vitest'
import { log } from '../../../functions/log.ts'
import { createKey } from '../../../functions/service/accounts/create-key.ts'
import { grantUnits } from '../../../functions/service/accounts/grant-units.ts'
import type { ApiDeps } from '../../../functions/service/api/api-deps.ts'
import { openDynamo } from '../../../functions/service/dynamo.ts'
import { dynamoSlotStore } from '../../../functions/service/files/dynamo-slot-store.ts'
import { s3Eraser } from '../../../functions/service/files/s3-eraser.ts'
import { s3FileStore } from '../../../functions/service/files/s3-file-store.ts'
import { s3UrlSigner } from '../../../functions/service/files/s3-url-signer.ts'
import { dynamoKeyStore } from '../../../functions/service/keys/dynamo-key-store.ts'
import { dynamoPlaceStore } from '../../../functions/service/places/dynamo-place-store.ts'
import type { PlaceStore } from '../../../functions/service/places/place-store.ts'
import { sqsQueue } from '../../../functions/service/queue/sqs-queue.ts'
import { taskQueue } from '../../../functions/service/queue/task-queue.ts'
import type { CounterStore } from '../../../functions/service/rate/counter-store.ts'
import { dynamoCounterStore } from '../../../functions/service/rate/dynamo-counter-store.ts'
import type { RunTaskDeps } from '../../../functions/service/run-task/run-task.ts'
import { dynamoTaskStore } from '../../../functions/service/tasks/dynamo-task-store.ts'
import { dynamoUnitStore } from '../../../functions/service/units/dynamo-unit-store.ts'
import { dynamoWebhookStore } from '../../../functions/service/webhooks/dynamo-webhook-store.ts'

const KEYS = {
  tasks: ['id'],
  keys: ['hash'],
  units: ['account', 'entry'],
  webhooks: ['owner', 'entry'],
  limits: ['id'],
} as const

/** Everything the service stands on, and an account in it with a key and ten units. */
export type ServiceBackend = {
  deps: ApiDeps &
    Omit<RunTaskDeps, 'perform' | 'fetch'> & {
      counters: CounterStore
      seats: PlaceStore
    }
  account: string
  key: string
  /** Adds another account with as many units. */
  addAccount(units: number): Promise<{ account: string; key: string }>
  /** The messages of a queue, parsed, with the delay each was sent with. */
  queued(
    queue: 'tasks' | 'video-tasks' | 'webhooks',
  ): { message: Record<string, unknown>; delayed: boolean }[]
  clear(): void
  /** Milliseconds the service's clock shows; tests set it. */
  clock: { now: number }
  close(): Promise<void>
}

/** Starts a database, queues and a bucket on loopback, and the service's ports on them. */
export const startServiceBackend = async (): Promise<ServiceBackend> => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(log, level).mockReturnValue()
  const database = dynalite({ createTableMs: 0 })
  database.listen(0, '127.0.0.1')
  await once(database, 'listening')
  const faux = await startFauxqs({ port: 0, logger: false, host: '127.0.0.1' })
  const local = `http://127.0.0.1:${faux.port}`
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(database.address() as AddressInfo).port}`,
    AWS_ENDPOINT_URL_S3: local,
    AWS_ENDPOINT_URL_SQS: local,
  })
  const clock = { now: Date.UTC(2026, 10, 20) }
  const { deps, destroy } = await openPorts(faux, clock)
  const addAccount = (units: number) => newAccount(units, deps)
  return {
    deps,
    clock,
    addAccount,
    ...(await addAccount(10)),
    queued: (queue) => messagesOf(faux, queue),
    clear: () => faux.reset(),
    close: async () => {
      destroy()
      database.close()
      await faux.stop()
    },
  }
}

const openPorts = async (faux: FauxqsServer, clock: { now: number }) => {
  const dynamo = openDynamo()
  const sqs = new SQSClient({})
  const s3 = new S3Client({})
  await Promise.all(Object.entries(KEYS).map(([name, keys]) => createTable(dynamo, name, keys)))
  faux.createBucket('files')
  const queueUrl = (name: string) => {
    // The URL fauxqs makes up has a host name with an address inside, which is no URL.
    faux.createQueue(name)
    return `http://127.0.0.1:${faux.port}/000000000000/${name}`
  }
  const deps: ServiceBackend['deps'] = {
    tasks: dynamoTaskStore(dynamo, 'tasks'),
    slots: dynamoSlotStore(dynamo, 'tasks'),
    keys: dynamoKeyStore(dynamo, 'keys'),
    units: dynamoUnitStore(dynamo, 'units'),
    webhooks: dynamoWebhookStore(dynamo, 'webhooks'),
    counters: dynamoCounterStore(dynamo, 'limits'),
    seats: dynamoPlaceStore(dynamo, 'limits'),
    files: s3FileStore(s3, 'files'),
    signer: s3UrlSigner('files'),
    eraser: s3Eraser(s3UrlSigner('files')),
    taskQueue: taskQueue({
      pictures: sqsQueue(sqs, queueUrl('tasks')),
      videos: sqsQueue(sqs, queueUrl('video-tasks')),
    }),
    places: { take: async () => true, leave: async () => {} },
    // The clock stands still, so any limit would soon be reached; the limiter has tests of its own.
    limit: async () => {},
    limits: { perWindow: 250, perSecond: 5 },
    webhookQueue: sqsQueue(sqs, queueUrl('webhooks')),
    isInstalled: () => true,
    now: () => clock.now,
  }
  const destroy = () => {
    for (const client of [dynamo, sqs, s3]) client.destroy()
  }
  return { deps, destroy }
}

/** The indexes of a table by their name: text and number keys. */
const INDEXES: Readonly<Record<string, Record<string, readonly [string, string]>>> = {
  tasks: { byAccount: ['account', 'createdAt'], open: ['open', 'createdAt'] },
  webhooks: { pending: ['pending', 'dueAt'] },
}

const createTable = (dynamo: DynamoDBClient, name: string, keys: readonly string[]) => {
  const indexes = Object.entries(INDEXES[name] ?? {})
  const ranges = new Set(indexes.map(([, [, range]]) => range))
  const named = new Set([...keys, ...indexes.flatMap(([, pair]) => pair)])
  return dynamo.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...named].map((key) => ({
        AttributeName: key,
        AttributeType: ranges.has(key) ? 'N' : 'S',
      })),
      KeySchema: schemaOf(keys),
      ...(indexes.length > 0 && {
        GlobalSecondaryIndexes: indexes.map(([IndexName, pair]) => ({
          IndexName,
          KeySchema: schemaOf(pair),
          Projection: { ProjectionType: 'ALL' as const },
        })),
      }),
    }),
  )
}

const schemaOf = (keys: readonly string[]) =>
  keys.map((key, at) => ({
    AttributeName: key,
    KeyType: at === 0 ? ('HASH' as const) : ('RANGE' as const),
  }))

const newAccount = async (units: number, deps: ServiceBackend['deps']) => {
  const account = `account-${randomUUID().slice(0, 8)}`
  const { key } = await createKey({ account, name: 'test' }, deps)
  if (units > 0) await grantUnits({ account, units }, deps)
  return { account, key }
}

const messagesOf = (faux: FauxqsServer, queue: string) => {
  const { ready = [], delayed = [] } = faux.inspectQueue(queue)?.messages ?? {}
  return [
    ...ready.map(({ body }) => ({ message: JSON.parse(body), delayed: false })),
    ...delayed.map(({ body }) => ({ message: JSON.parse(body), delayed: true })),
  ]
}
