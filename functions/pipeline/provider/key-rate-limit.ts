import { createHash } from 'node:crypto'
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { applied } from '../../dynamo.ts'
import type { ServiceKey } from './service-secret.ts'

/** Counts a request of a key. Gives 0, or the seconds until the key may make one again. */
export type KeyRateLimit = (key: ServiceKey) => Promise<number>

/** Seconds of the longer window limits are said for. */
export const WINDOW_SECONDS = 300

/**
 * Paces keys over all functions by counters in a DynamoDB table (key `id`, time to live `expiresAt`), one for each key
 * and span of time. A key of which no limits are known is not counted.
 */
export function dynamoKeyRateLimit(
  db: DynamoDBDocumentClient,
  table: string,
  now: () => number,
): KeyRateLimit {
  const count = (id: string, most: number, until: number): Promise<boolean> =>
    applied(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: { id },
          UpdateExpression: 'SET expiresAt = :until ADD made :one',
          ConditionExpression: 'attribute_not_exists(made) OR made < :most',
          ExpressionAttributeValues: { ':one': 1, ':most': most, ':until': until },
        }),
      ),
    )

  return async ({ key, perSecond, perWindow }) => {
    const seconds = Math.floor(now() / 1000)
    const name = `pace#${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
    const spans = [
      [1, perSecond],
      [WINDOW_SECONDS, perWindow],
    ] as const
    for (const [span, most] of spans) {
      const begins = seconds - (seconds % span)
      const id = `${name}#${span}#${begins}`
      if (most !== undefined && !(await count(id, most, begins + span + 3600))) {
        return Math.max(1, begins + span - seconds)
      }
    }
    return 0
  }
}
