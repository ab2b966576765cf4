import { createHash } from 'node:crypto'
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '../../../../dynamo.ts'
import { ServiceFailure } from '../../ports/provider.ts'
import type { ServiceKey, ServiceSecret } from './service-secret.ts'

/**
 * The key of a job. A job uses one key for all its calls, because a task or a file belongs to the account of the key
 * that created it. Rendezvous hashing (Thaler and Ravishankar, 1998) spreads jobs evenly: a key that is added or
 * removed moves only the jobs it gains or loses. Throws when there is no key.
 */
export function selectKey(job: string, keys: readonly ServiceKey[]): ServiceKey {
  const ranked = keys.map((key) => ({ key, rank: rankOf(job, key) }))
  const [first] = ranked.sort((a, b) => b.rank.localeCompare(a.rank))
  if (!first) throw new Error('The service secret names no key.')
  return first.key
}

function rankOf(job: string, { key }: ServiceKey): string {
  return createHash('sha256').update(`${job.length}:${job}${key}`).digest('hex')
}

/** Counts one request of a key. Returns 0 when the key may make it, otherwise the seconds until it may. */
export type KeyRateLimit = (key: ServiceKey) => Promise<number>

/** Length of the longer of the two windows that a key's limits are given for. */
const WINDOW_SECONDS = 300

/**
 * Limits the rate of each key over all functions: one counter for each key and fixed window, in a DynamoDB table with
 * key `id` and time to live `expiresAt`. A key without limits is not counted. `now` gives epoch milliseconds.
 */
export function dynamoKeyRateLimit(
  db: DynamoDBDocumentClient,
  table: string,
  now: () => number,
): KeyRateLimit {
  const count = (id: string, most: number, until: number): Promise<boolean> =>
    conditionHeld(
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
        return begins + span - seconds
      }
    }
    return 0
  }
}

/**
 * Gives the key a job calls the service with. The returned function throws `ServiceBusy`, before anything is sent, when
 * the key has reached its limit.
 */
export function rateLimitedKey({
  read,
  rateLimit,
}: Pick<ServiceSecret, 'read'> & { rateLimit: KeyRateLimit }) {
  return async (job: string): Promise<string> => {
    const key = selectKey(job, (await read()).keys)
    const retryAfterSeconds = await rateLimit(key)
    if (retryAfterSeconds === 0) return key.key
    throw new ServiceFailure(
      'ServiceBusy',
      'The key has made as many requests as it may for now.',
      {
        noEffect: true,
        retryAfterSeconds,
      },
    )
  }
}
