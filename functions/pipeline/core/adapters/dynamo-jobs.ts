import { createHash } from 'node:crypto'
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { asUnstorable, resultIfApplied } from '../../../dynamo.ts'
import { entriesOf, type JobEntry, partitionOfRecord } from '../lists/job-lists.ts'
import type { Ending, Job, Jobs, ParkedCursor } from '../ports/job.ts'
import { sortableSequencer } from '../sources/sequencer.ts'

/** Longer than any event is redelivered and any execution can be redriven. */
const REMEMBER_SECONDS = 30 * 86_400

/** A sparse index: only parked jobs have its key attribute. */
const PARKED_INDEX = 'parked'
const WAITS = 'budget'
const PARKED_PAGE = 100

/**
 * Jobs in a DynamoDB table with key `id`, an index `byDay` (`day`, `createdAt`) with the partitions of `job-lists.ts`,
 * and an index `parked` (`waits`, `createdAt`) that lists the parked ones. The table also holds the entries of those
 * lists, the newest sequencer of each key, the events that were published and the settlements; these expire by
 * `expiresAt`. `now` gives epoch milliseconds.
 */
export function dynamoJobs(
  db: DynamoDBDocumentClient,
  table: string,
  now: () => number = Date.now,
): Jobs {
  const read = async <T>(id: string): Promise<T | undefined> => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }),
    )
    return Item as T | undefined
  }
  const altered = async (id: string, change: Change): Promise<Job | undefined> => {
    const done = await resultIfApplied(
      db.send(
        new UpdateCommand({ TableName: table, Key: { id }, ReturnValues: 'ALL_NEW', ...change }),
      ),
    )
    return (done?.Attributes as Job | undefined) ?? read<Job>(id)
  }
  const enter = async (entries: readonly JobEntry[]): Promise<void> => {
    for (const Item of entries) await db.send(new PutCommand({ TableName: table, Item }))
  }
  const expiry = (): number => Math.floor(now() / 1000) + REMEMBER_SECONDS
  const newest: Jobs['newestSequencer'] = async (object) =>
    (await read<{ sequencer: string }>(sequencerId(object)))?.sequencer

  return {
    create: async (job) => {
      const written = await resultIfApplied(
        asUnstorable(
          db.send(
            new PutCommand({
              TableName: table,
              Item: { ...job, day: partitionOfRecord(job) },
              ConditionExpression: 'attribute_not_exists(id)',
            }),
          ),
        ),
      )
      const stored = written ? job : await read<Job>(job.id)
      // By the stored record, so that a call after one that crashed here writes the very same.
      if (stored?.status === 'running') await enter(entriesOf(stored))
      return stored
    },

    get: (id) => read<Job>(id),

    finish: (id, ending) => altered(id, endingOf(ending)),

    enlist: async (job) => enter(entriesOf(job).filter(({ state }) => state !== undefined)),

    fund: async (id, funding) =>
      altered(id, {
        UpdateExpression: 'SET #status = :running, funding = :funding REMOVE parked, waits',
        ConditionExpression: '#status IN (:running, :parked) AND attribute_not_exists(funding)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':running': 'running',
          ':parked': 'parked',
          ':funding': funding,
        },
      }),

    park: async (id, why) =>
      altered(id, {
        UpdateExpression: 'SET #status = :parked, parked = :why, waits = :waits',
        ConditionExpression: '#status = :running AND attribute_not_exists(funding)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':running': 'running',
          ':parked': 'parked',
          ':why': why,
          ':waits': WAITS,
        },
      }),

    markBatched: async (id) => {
      await resultIfApplied(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: { id },
            UpdateExpression: 'SET batched = :yes',
            ConditionExpression: '#status IN (:running, :parked)',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':yes': true, ':running': 'running', ':parked': 'parked' },
          }),
        ),
      )
    },

    claimSettlement: async (id, by) => {
      const done = await db.send(
        new UpdateCommand({
          TableName: table,
          Key: { id: settledId(id) },
          UpdateExpression: 'SET #by = if_not_exists(#by, :by), expiresAt = :expiresAt',
          ExpressionAttributeNames: { '#by': 'by' },
          ExpressionAttributeValues: { ':by': by, ':expiresAt': expiry() },
          ReturnValues: 'ALL_NEW',
        }),
      )
      return String(done.Attributes?.['by'])
    },

    listParked: async (after) => {
      const { Items = [], LastEvaluatedKey } = await db.send(
        new QueryCommand({
          TableName: table,
          IndexName: PARKED_INDEX,
          KeyConditionExpression: 'waits = :waits',
          ExpressionAttributeValues: { ':waits': WAITS },
          Limit: PARKED_PAGE,
          ...(after && { ExclusiveStartKey: { ...after, waits: WAITS } }),
        }),
      )
      const { id, createdAt } = (LastEvaluatedKey ?? {}) as Partial<ParkedCursor>
      const jobs = Items as Job[]
      return id && createdAt ? { jobs, after: { id, createdAt } } : { jobs }
    },

    markAnnounced: async (id) => {
      await db.send(
        new PutCommand({ TableName: table, Item: { id: toldId(id), expiresAt: expiry() } }),
      )
    },

    wasAnnounced: async (id) => (await read(toldId(id))) !== undefined,

    recordSequencer: async (object, sequencer) => {
      const mine = sortableSequencer(sequencer)
      const written = await resultIfApplied(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: { id: sequencerId(object) },
            UpdateExpression: 'SET sequencer = :mine, expiresAt = :expiresAt',
            ConditionExpression: 'attribute_not_exists(sequencer) OR sequencer < :mine',
            ExpressionAttributeValues: {
              ':mine': mine,
              ':expiresAt': expiry(),
            },
          }),
        ),
      )
      return (written ? undefined : await newest(object)) ?? mine
    },

    newestSequencer: newest,
  }
}

type Change = Omit<UpdateCommandInput, 'TableName' | 'Key' | 'ReturnValues'>

function endingOf({ status, ...rest }: Ending): Change {
  const fields = Object.entries(rest)
  return {
    ConditionExpression: '#status = :running',
    UpdateExpression: `SET #status = :status, ${fields.map((_, i) => `#f${i} = :f${i}`).join(', ')}`,
    ExpressionAttributeNames: {
      '#status': 'status',
      ...Object.fromEntries(fields.map(([name], i) => [`#f${i}`, name])),
    },
    ExpressionAttributeValues: {
      ':running': 'running',
      ':status': status,
      ...Object.fromEntries(fields.map(([, value], i) => [`:f${i}`, value])),
    },
  }
}

function settledId(id: string): string {
  return `settled#${id}`
}
function toldId(id: string): string {
  return `told#${id}`
}

/** Hashed, because an S3 key may contain any character and may be longer than a DynamoDB key. */
function sequencerId({ bucket, key }: { bucket: string; key: string }): string {
  return `newest#${createHash('sha256').update(`${bucket.length}:${bucket}${key}`).digest('hex')}`
}
