import { createHash } from 'node:crypto'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type { Ending, Job, Jobs } from './job.ts'
import { comparable } from './sequencer.ts'

/** Long after every delivery of an event and every redrive of an execution. */
const REMEMBER_SECONDS = 30 * 86_400

/**
 * Jobs in a DynamoDB table with key `id` and the index `byDay` (`day`, `createdAt`) that lists them by date. Beside
 * them stand one item for each key with the newest sequencer seen and one for each ending that was told, which time to
 * live (`expiresAt`) takes.
 */
export const dynamoJobs = (
  db: DynamoDBDocumentClient,
  table: string,
  now: () => number = Date.now,
): Jobs => {
  const read = async <T>(id: string): Promise<T | undefined> => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }),
    )
    return Item as T | undefined
  }
  const expiry = (): number => Math.floor(now() / 1000) + REMEMBER_SECONDS
  const newest: Jobs['newest'] = async (object) =>
    (await read<{ sequencer: string }>(sightId(object)))?.sequencer

  return {
    create: async (job) => {
      await unlessRefused(
        db.send(
          new PutCommand({
            TableName: table,
            Item: { ...job, day: job.createdAt.slice(0, 10) },
            ConditionExpression: 'attribute_not_exists(id)',
          }),
        ),
      )
    },

    get: (id) => read<Job>(id),

    finish: async (id, ending) => {
      const ended = await unlessRefused(
        db.send(new UpdateCommand({ TableName: table, ...endingOf(id, ending) })),
      )
      return (ended?.Attributes as Job | undefined) ?? read<Job>(id)
    },

    noteTold: async (id) => {
      await db.send(
        new PutCommand({ TableName: table, Item: { id: toldId(id), expiresAt: expiry() } }),
      )
    },

    wasTold: async (id) => (await read(toldId(id))) !== undefined,

    sight: async (object, sequencer) => {
      const mine = comparable(sequencer)
      await unlessRefused(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: { id: sightId(object) },
            UpdateExpression: 'SET sequencer = :mine, expiresAt = :expiresAt',
            ConditionExpression: 'attribute_not_exists(sequencer) OR sequencer < :mine',
            ExpressionAttributeValues: {
              ':mine': mine,
              ':expiresAt': expiry(),
            },
          }),
        ),
      )
      return (await newest(object)) ?? mine
    },

    newest,
  }
}

const endingOf = (id: string, { status, ...rest }: Ending) => {
  const fields = Object.entries(rest)
  return {
    Key: { id },
    ReturnValues: 'ALL_NEW' as const,
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

const toldId = (id: string): string => `told#${id}`

/** A key may hold anything and be longer than DynamoDB takes. */
const sightId = ({ bucket, key }: { bucket: string; key: string }): string =>
  `newest#${createHash('sha256').update(`${bucket.length}:${bucket}${key}`).digest('hex')}`

const unlessRefused = async <T>(write: Promise<T>): Promise<T | undefined> => {
  try {
    return await write
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined
    throw error
  }
}
