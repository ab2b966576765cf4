import type { S3Client } from '@aws-sdk/client-s3'
import type { SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { ReadUseDeps } from './core/accounts/read-use.ts'
import { dynamoCounterStore } from './core/adapters/dynamo/dynamo-counter-store.ts'
import { dynamoFreeTaskStore } from './core/adapters/dynamo/dynamo-free-task-store.ts'
import { dynamoKeyStore } from './core/adapters/dynamo/dynamo-key-store.ts'
import { dynamoTaskStore } from './core/adapters/dynamo/dynamo-task-store.ts'
import { dynamoUnitStore } from './core/adapters/dynamo/dynamo-unit-store.ts'
import { dynamoUploadQuota } from './core/adapters/dynamo/dynamo-upload-quota.ts'
import { dynamoUploadSlotStore } from './core/adapters/dynamo/dynamo-upload-slot-store.ts'
import { dynamoWebhookStore } from './core/adapters/dynamo/dynamo-webhook-store.ts'
import { s3FileStore } from './core/adapters/s3/s3-file-store.ts'
import { sqsQueue } from './core/adapters/sqs-queue.ts'
import type { DeliveryMessage } from './core/model/delivery.ts'
import type { ObjectRemover, UploadSlotStore } from './core/ports/file-store.ts'
import type { FreeTaskStore } from './core/ports/free-task-store.ts'
import type { KeyStore } from './core/ports/key-store.ts'
import type { Queue } from './core/ports/queue.ts'
import type { TaskStore } from './core/ports/task-store.ts'
import type { UnitStore } from './core/ports/unit-store.ts'
import type { WebhookStore } from './core/ports/webhook-store.ts'
import { deployedLimits } from './core/rate/deployed-limits.ts'
import { deployedUploadBytes } from './core/rate/deployed-upload-bytes.ts'

// What operators do with accounts and tasks; the command line and the console know no other way in.
export { connectLocal } from './core/accounts/connect-local.ts'
export { connectPipeline } from './core/accounts/connect-pipeline.ts'
export { createKey } from './core/accounts/create-key.ts'
export { describeEndpoint } from './core/accounts/describe-endpoint.ts'
export { describeKey } from './core/accounts/describe-key.ts'
export { findKey } from './core/accounts/find-key.ts'
export { grantUnits } from './core/accounts/grant-units.ts'
export { loopbackOrigin } from './core/accounts/loopback-origin.ts'
export { type ReadUseDeps, requestsOf, uploadsOf } from './core/accounts/read-use.ts'
export { registerWebhook } from './core/accounts/register-webhook.ts'
export { type ReplayResult, replayDeliveries } from './core/accounts/replay-deliveries.ts'
export { requireAccountName } from './core/accounts/require-account-name.ts'
export { requireKnownAccount } from './core/accounts/require-known-account.ts'
export { rotateKey } from './core/accounts/rotate-key.ts'
export { rotateSecret } from './core/accounts/rotate-secret.ts'
export { type KeyRecord, keyHash } from './core/model/api-key.ts'
export { type Delivery, eventIdOf } from './core/model/delivery.ts'
export type { Endpoint, EndpointFilter } from './core/model/endpoint.ts'
export type { RateLimits } from './core/model/rate-limits.ts'
export { chargeOf, TASK_ID, type Task } from './core/model/task.ts'
export { MAX_FREE_TASKS } from './core/ports/free-task-store.ts'
export { deleteTask } from './core/tasks/delete-task.ts'
export { frameProgress, progressOf } from './core/tasks/frame-progress.ts'
export { stopTask } from './core/tasks/stop-task.ts'
export { workSeconds } from './core/tasks/work-seconds.ts'

/** The service's stores as an operator uses them, of a local run or a deployed stack. */
export type ServiceAdmin = {
  keys: KeyStore
  units: UnitStore
  freeTasks: FreeTaskStore
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
}

/** The names of the service's tables and bucket, and the URL of its queue of webhooks. */
export type ServicePlaces = Record<
  'keys' | 'units' | 'webhooks' | 'tasks' | 'files' | 'webhookQueue',
  string
>

/** What ending tasks and looking at their webhooks takes. */
export type TaskAdmin = Pick<
  ServiceAdmin,
  'tasks' | 'units' | 'freeTasks' | 'webhooks' | 'webhookQueue' | 'now'
>

/** That part of the stores alone, for functions that have no right to the others. */
export function taskAdmin(
  { db, sqs }: { db: DynamoDBDocumentClient; sqs: SQSClient },
  at: Pick<ServicePlaces, 'tasks' | 'units' | 'webhooks' | 'webhookQueue'>,
): TaskAdmin {
  return {
    tasks: dynamoTaskStore(db, at.tasks),
    units: dynamoUnitStore(db, at.units),
    freeTasks: dynamoFreeTaskStore(db, at.units),
    webhooks: dynamoWebhookStore(db, at.webhooks),
    webhookQueue: sqsQueue(sqs, at.webhookQueue),
    now: Date.now,
  }
}

/** What looks at tasks and their webhooks alone, for functions that change nothing. */
export function taskReader(
  db: DynamoDBDocumentClient,
  at: Pick<ServicePlaces, 'tasks' | 'webhooks'>,
): Pick<TaskAdmin, 'tasks' | 'webhooks'> {
  return {
    tasks: dynamoTaskStore(db, at.tasks),
    webhooks: dynamoWebhookStore(db, at.webhooks),
  }
}

/** What looks at everything of the service and changes nothing. */
export type ServiceReader = Pick<ServiceAdmin, 'keys' | 'units' | 'webhooks' | 'tasks'> &
  ReadUseDeps

/** That, by this client; the limits are those of the deployment, by its variables. */
export function serviceReader(
  db: DynamoDBDocumentClient,
  at: Pick<ServicePlaces, 'keys' | 'units' | 'webhooks' | 'tasks'> & { limits: string },
): ServiceReader {
  return {
    ...taskReader(db, at),
    keys: dynamoKeyStore(db, at.keys),
    units: dynamoUnitStore(db, at.units),
    counters: dynamoCounterStore(db, at.limits),
    uploads: dynamoUploadQuota(db, at.limits),
    limits: deployedLimits(),
    uploadBytes: deployedUploadBytes(),
    now: Date.now,
  }
}

/** The stores in which a pipeline is made a client of the service. */
export function connectionStores(
  db: DynamoDBDocumentClient,
  at: Pick<ServicePlaces, 'keys' | 'units' | 'webhooks'>,
): Pick<ServiceAdmin, 'keys' | 'units' | 'webhooks' | 'now'> {
  return {
    keys: dynamoKeyStore(db, at.keys),
    units: dynamoUnitStore(db, at.units),
    webhooks: dynamoWebhookStore(db, at.webhooks),
    now: Date.now,
  }
}

/** The service's stores by these clients, which the caller closes; `db` must leave undefined fields out. */
export function serviceAdmin(
  { db, sqs, s3 }: { db: DynamoDBDocumentClient; sqs: SQSClient; s3: S3Client },
  at: ServicePlaces,
): Omit<ServiceAdmin, 'local'> {
  return {
    ...taskAdmin({ db, sqs }, at),
    keys: dynamoKeyStore(db, at.keys),
    slots: dynamoUploadSlotStore(db, at.tasks),
    objectRemover: s3FileStore(s3, at.files),
  }
}
