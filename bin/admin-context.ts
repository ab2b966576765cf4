import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { dynamoKeyStore } from '../functions/service/adapters/dynamo/dynamo-key-store.ts'
import { dynamoTaskStore } from '../functions/service/adapters/dynamo/dynamo-task-store.ts'
import { dynamoUnitStore } from '../functions/service/adapters/dynamo/dynamo-unit-store.ts'
import { dynamoUploadSlotStore } from '../functions/service/adapters/dynamo/dynamo-upload-slot-store.ts'
import { dynamoWebhookStore } from '../functions/service/adapters/dynamo/dynamo-webhook-store.ts'
import { s3FileStore } from '../functions/service/adapters/s3/s3-file-store.ts'
import { sqsQueue } from '../functions/service/adapters/sqs-queue.ts'
import type { DeliveryMessage } from '../functions/service/model/delivery.ts'
import type { ObjectRemover, UploadSlotStore } from '../functions/service/ports/file-store.ts'
import type { KeyStore } from '../functions/service/ports/key-store.ts'
import type { Queue } from '../functions/service/ports/queue.ts'
import type { TaskStore } from '../functions/service/ports/task-store.ts'
import type { UnitStore } from '../functions/service/ports/unit-store.ts'
import type { WebhookStore } from '../functions/service/ports/webhook-store.ts'
import { type LocalAddresses, readAddresses } from '../local/run/addresses.ts'
import type { StackTarget } from './stack-command.ts'
import { stackOutputs } from './stack-outputs.ts'

/** The service's stores as an operator uses them, of a local run or a deployed stack. */
export type AdminContext = {
  keys: KeyStore
  units: UnitStore
  webhooks: WebhookStore
  webhookQueue: Queue<DeliveryMessage>
  tasks: TaskStore
  slots: UploadSlotStore
  /** Removes uploads and results. */
  objectRemover: ObjectRemover
  /** Epoch milliseconds. */
  now: () => number
  /** Whether it is a local run, where endpoints may be on this machine. */
  local: boolean
  close(): void
}

type Names = Record<'keys' | 'units' | 'webhooks' | 'tasks' | 'files' | 'webhookQueue', string>
type Clients = { dynamo: DynamoDBClient; sqs: SQSClient; s3: S3Client }

/** Opens the stores of a service. Throws, saying what to do, when there is none or no way to it. */
export async function openAdminContext({ stack, data }: StackTarget): Promise<AdminContext> {
  return stack === undefined ? localAdminContext(readAddresses(data)) : deployedAdminContext(stack)
}

/** The stores of the service of a local run, by its addresses. */
export function localAdminContext(at: LocalAddresses): AdminContext {
  const { region, accessKeyId, secretAccessKey } = at
  const shared = { region, credentials: { accessKeyId, secretAccessKey } }
  const dynamo = new DynamoDBClient({ ...shared, endpoint: at.dynamodbEndpoint })
  const sqs = new SQSClient({ ...shared, endpoint: at.sqsEndpoint })
  const s3 = new S3Client({ ...shared, endpoint: at.s3Endpoint, forcePathStyle: true })
  return { ...storesOf({ dynamo, sqs, s3 }, at.service), local: true }
}

async function deployedAdminContext(stack: string): Promise<AdminContext> {
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

function storesOf(clients: Clients, names: Names): Omit<AdminContext, 'local'> {
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
    slots: dynamoUploadSlotStore(db, names.tasks),
    objectRemover: s3FileStore(s3, names.files),
    now: Date.now,
    close: () => {
      for (const client of Object.values(clients)) client.destroy()
    },
  }
}
