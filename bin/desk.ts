import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { dynamoSlotStore } from '../functions/service/files/dynamo-slot-store.ts'
import type { Eraser } from '../functions/service/files/s3-eraser.ts'
import { s3FileStore } from '../functions/service/files/s3-file-store.ts'
import type { SlotStore } from '../functions/service/files/upload-slot.ts'
import { dynamoKeyStore } from '../functions/service/keys/dynamo-key-store.ts'
import type { KeyStore } from '../functions/service/keys/key-store.ts'
import type { Queue } from '../functions/service/queue/queue.ts'
import { sqsQueue } from '../functions/service/queue/sqs-queue.ts'
import { dynamoTaskStore } from '../functions/service/tasks/dynamo-task-store.ts'
import type { TaskStore } from '../functions/service/tasks/task-store.ts'
import { dynamoUnitStore } from '../functions/service/units/dynamo-unit-store.ts'
import type { UnitStore } from '../functions/service/units/unit-store.ts'
import type { DeliveryMessage } from '../functions/service/webhooks/delivery.ts'
import { dynamoWebhookStore } from '../functions/service/webhooks/dynamo-webhook-store.ts'
import type { WebhookStore } from '../functions/service/webhooks/webhook-store.ts'
import { readAddresses } from '../local/run/addresses.ts'
import type { Place } from './stack-command.ts'
import { stackOutputs } from './stack-outputs.ts'

/** The service's stores as an operator uses them, of a local run or a deployed stack. */
export type Desk = {
  keys: KeyStore
  units: UnitStore
  webhooks: WebhookStore
  webhookQueue: Queue<DeliveryMessage>
  tasks: TaskStore
  slots: SlotStore
  /** Removes uploads and results. */
  eraser: Eraser
  /** Epoch milliseconds. */
  now: () => number
  /** Whether it is a local run, where endpoints may be on this machine. */
  local: boolean
  close(): void
}

type Names = Record<'keys' | 'units' | 'webhooks' | 'tasks' | 'files' | 'webhookQueue', string>
type Clients = { dynamo: DynamoDBClient; sqs: SQSClient; s3: S3Client }

/** Opens the stores of a service. Throws, saying what to do, when there is none or no way to it. */
export const openDesk = async ({ stack, data }: Place): Promise<Desk> =>
  stack === undefined ? localDesk(data) : deployedDesk(stack)

const localDesk = (data: string): Desk => {
  const at = readAddresses(data)
  const { region, accessKeyId, secretAccessKey } = at
  const shared = { region, credentials: { accessKeyId, secretAccessKey } }
  const dynamo = new DynamoDBClient({ ...shared, endpoint: at.dynamodbEndpoint })
  const sqs = new SQSClient({ ...shared, endpoint: at.sqsEndpoint })
  const s3 = new S3Client({ ...shared, endpoint: at.s3Endpoint, forcePathStyle: true })
  return { ...storesOf({ dynamo, sqs, s3 }, at.service), local: true }
}

const deployedDesk = async (stack: string): Promise<Desk> => {
  const output = await stackOutputs(stack)
  const names = {
    keys: output('KeysTableName'),
    units: output('UnitsTableName'),
    webhooks: output('WebhooksTableName'),
    tasks: output('TasksTableName'),
    files: output('FilesBucketName'),
    webhookQueue: output('WebhookQueueUrl'),
  }
  const clients = {
    dynamo: new DynamoDBClient({}),
    sqs: new SQSClient({}),
    s3: new S3Client({}),
  }
  return { ...storesOf(clients, names), local: false }
}

const storesOf = (clients: Clients, names: Names): Omit<Desk, 'local'> => {
  const { dynamo, sqs, s3 } = clients
  const db = DynamoDBDocumentClient.from(dynamo, {
    marshallOptions: { removeUndefinedValues: true },
  })
  return {
    keys: dynamoKeyStore(db, names.keys),
    units: dynamoUnitStore(db, names.units),
    webhooks: dynamoWebhookStore(db, names.webhooks),
    webhookQueue: sqsQueue(sqs, names.webhookQueue),
    tasks: dynamoTaskStore(db, names.tasks),
    slots: dynamoSlotStore(db, names.tasks),
    eraser: s3FileStore(s3, names.files),
    now: Date.now,
    close: () => {
      for (const client of Object.values(clients)) client.destroy()
    },
  }
}
