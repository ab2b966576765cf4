import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { dynamoOnce } from '../../functions/console/changes/once.ts'
import { dynamoMaking } from '../../functions/console/show-picture/making.ts'
import { dynamoSessionStore } from '../../functions/console/sign-in/session-store.ts'
import { readJob } from '../../functions/operate/jobs/read-job.ts'
import { awsCompanions } from '../../functions/pipeline/core/adapters/aws-companions.ts'
import { awsTurns } from '../../functions/pipeline/core/adapters/aws-turns.ts'
import { dynamoBatches } from '../../functions/pipeline/core/adapters/dynamo-batches.ts'
import { dynamoBudgetAccount } from '../../functions/pipeline/core/adapters/dynamo-budget-account.ts'
import { dynamoInbox } from '../../functions/pipeline/core/adapters/dynamo-inbox.ts'
import { dynamoJobs } from '../../functions/pipeline/core/adapters/dynamo-jobs.ts'
import { dynamoDeliveryStore } from '../../functions/service/core/adapters/dynamo/dynamo-delivery-store.ts'
import { dynamoEndpointSlots } from '../../functions/service/core/adapters/dynamo/dynamo-endpoint-slots.ts'
import { dynamoEndpointStore } from '../../functions/service/core/adapters/dynamo/dynamo-endpoint-store.ts'
import { dynamoFreeTaskStore } from '../../functions/service/core/adapters/dynamo/dynamo-free-task-store.ts'
import { dynamoIdempotencyStore } from '../../functions/service/core/adapters/dynamo/dynamo-idempotency-store.ts'
import { dynamoKeyStore } from '../../functions/service/core/adapters/dynamo/dynamo-key-store.ts'
import { dynamoSemaphoreStore } from '../../functions/service/core/adapters/dynamo/dynamo-semaphore-store.ts'
import { dynamoTaskStore } from '../../functions/service/core/adapters/dynamo/dynamo-task-store.ts'
import { dynamoUploadSlotStore } from '../../functions/service/core/adapters/dynamo/dynamo-upload-slot-store.ts'
import { readUnitHistory } from '../../functions/service/core/adapters/dynamo/read-unit-history.ts'
import { readUnits } from '../../functions/service/core/adapters/dynamo/read-units.ts'

type Read = { name: string; IndexName?: string; ConsistentRead?: boolean }

/** A table that refuses every condition, holds one item for whoever asks, and notes what is read from it. */
function tableThatNotes() {
  const reads: Read[] = []
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' }))
  const Item = { id: 'i', entry: 'e', request: 'r', lots: {}, reserved: {} }
  db.send = (async ({
    constructor: { name },
    input,
  }: {
    constructor: { name: string }
    input: Read
  }) => {
    if (/^(?:Put|Update|Delete)/.test(name)) {
      throw new ConditionalCheckFailedException({ message: '', $metadata: {} })
    }
    reads.push({ ...input, name })
    return { Item, Items: [Item] }
  }) as never
  return { db, reads }
}

type Db = DynamoDBDocumentClient
const NOW = () => 0
const OBJECT = { bucket: 'drop', key: 'a' }

/**
 * DynamoDB answers with what was there a moment ago unless it is asked for what is there now (Developer Guide,
 * "DynamoDB read consistency"). Whoever decides by what was read must not miss what was just written.
 */
test.each<[string, (db: Db) => Promise<unknown>]>([
  ['a change of the console', (db) => dynamoOnce(db, 't', NOW)({} as never, async () => ({}))],
  ['who makes a picture', (db) => dynamoMaking(db, 't', NOW).begin('f')],
  ['a session', (db) => dynamoSessionStore(db, 't', NOW).find('s')],
  ['a job', (db) => dynamoJobs(db, 't').get('j')],
  ['a job for an operator', (db) => readJob({ db, at: { jobsTable: 't' } } as never, 'j')],
  [
    'who expects a companion',
    (db) => awsCompanions({ db, now: NOW } as never).jobExpecting(OBJECT),
  ],
  ['a place in line', (db) => awsTurns({ db, now: NOW } as never).placeOf('j')],
  ['a batch', (db) => dynamoBatches(db, 't', NOW).get('b')],
  ['batches of a time', (db) => dynamoBatches(db, 't', NOW).createdSince('2026')],
  ['chunks that wait', (db) => dynamoBatches(db, 't', NOW).chunksWaitingFor('j')],
  ['the budget of a day', (db) => dynamoBudgetAccount(db, 't').read('2026-01-01')],
  ['a task in the inbox', (db) => dynamoInbox(db, 't', NOW).findTask('t')],
  ['a callback', (db) => dynamoInbox(db, 't', NOW).findCallback('k')],
  ['a delivery', (db) => dynamoDeliveryStore(db, 't').delivery({} as never)],
  ['deliveries of an account', (db) => dynamoDeliveryStore(db, 't').deliveries('a', 0)],
  ['deliveries of an event', (db) => dynamoDeliveryStore(db, 't').deliveriesOf('a', 'e')],
  ['slots of endpoints', (db) => dynamoEndpointSlots(db, 't').tokenOf('a', 'i')],
  ['an endpoint', (db) => dynamoEndpointStore(db, 't').endpoint('a', 'i')],
  ['endpoints', (db) => dynamoEndpointStore(db, 't').endpoints('a')],
  ['free tasks', (db) => dynamoFreeTaskStore(db, 't').list('a')],
  ['a claim', (db) => dynamoIdempotencyStore(db, 't').claim({ id: 'i' } as never, 0)],
  ['a key', (db) => dynamoKeyStore(db, 't').get('h')],
  ['keys', (db) => dynamoKeyStore(db, 't').list()],
  ['places of a feature', (db) => dynamoSemaphoreStore(db, 't').acquire('f', 't', 1, 0, 1)],
  ['a task', (db) => dynamoTaskStore(db, 't').get('i')],
  ['an upload', (db) => dynamoUploadSlotStore(db, 't').get('i')],
  ['the history of units', (db) => readUnitHistory(db, 't', { account: 'a', limit: 1 })],
  ['units', (db) => readUnits(db, 't', 'a')],
])('%s is read as it is now', async (_, read) => {
  const { db, reads } = tableThatNotes()
  // What is found here is no record that everybody can use.
  await read(db).catch(() => undefined)
  expect(reads.length).toBeGreaterThan(0)
  expect(reads.filter(({ ConsistentRead }) => ConsistentRead !== true)).toEqual([])
})
