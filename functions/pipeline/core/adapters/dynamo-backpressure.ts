import { createHash } from 'node:crypto'
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { log } from '../../../log.ts'
import type { Backpressure, ServiceFullUntil } from '../ports/backpressure.ts'
import { fullUntil } from '../waiting/hold-turns.ts'
import { selectKey } from './provider/service-keys.ts'
import type { ServiceSecret } from './provider/service-secret.ts'

/** The one item, in the table of the inbox: how many keys there are, and until when each takes no task. */
const ID = 'full'
const KEPT_SECONDS = 86_400
/** A process notes no more often: hundreds may be refused at once. */
const NOTED_SECONDS = 3

type Item = { keys?: number } & Record<string, unknown>

/**
 * Notes refusals in a DynamoDB table with key `id` and time to live `expiresAt`. It only advises: what goes wrong is
 * logged. `now` gives epoch milliseconds.
 */
export function dynamoBackpressure(
  db: DynamoDBDocumentClient,
  table: string,
  { read }: Pick<ServiceSecret, 'read'>,
  now: () => number,
): Backpressure {
  const noted = new Map<string, number>()
  const note = async (job: string, retryAfterSeconds: number): Promise<void> => {
    const { keys } = await read()
    const name = attributeOf(selectKey(job, keys).key)
    const seconds = now() / 1000
    if (seconds < (noted.get(name) ?? Number.NEGATIVE_INFINITY) + NOTED_SECONDS) return
    noted.set(name, seconds)
    await db.send(
      new UpdateCommand({
        TableName: table,
        Key: { id: ID },
        UpdateExpression: 'SET #key = :until, #keys = :keys, expiresAt = :expiresAt',
        ExpressionAttributeNames: { '#key': name, '#keys': 'keys' },
        ExpressionAttributeValues: {
          ':until': fullUntil(seconds, retryAfterSeconds),
          ':keys': keys.length,
          ':expiresAt': Math.floor(seconds) + KEPT_SECONDS,
        },
      }),
    )
  }
  return {
    refused: (job, retryAfterSeconds) =>
      note(job, retryAfterSeconds).catch((error: unknown) =>
        log.warn('That the service is full could not be noted.', { error }),
      ),
  }
}

/** Reads what was noted. While one of several keys is not refused, the service takes tasks. */
export function dynamoFullUntil(db: DynamoDBDocumentClient, table: string): ServiceFullUntil {
  return async () => {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: { id: ID } }))
    const { keys = 1, ...attributes } = (Item ?? {}) as Item
    const untils = Object.entries(attributes).flatMap(([name, until]) =>
      name.startsWith(PREFIX) ? [Number(until)] : [],
    )
    return untils.toSorted((one, other) => other - one)[keys - 1] ?? 0
  }
}

const PREFIX = 'key-'

/** Names a key without telling it. */
function attributeOf(key: string): string {
  return PREFIX + createHash('sha256').update(key).digest('hex').slice(0, 16)
}
