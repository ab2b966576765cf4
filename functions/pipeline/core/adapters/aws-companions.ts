import { createHash } from 'node:crypto'
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Companions } from '../ports/companions.ts'
import type { ObjectKey } from '../ports/objects.ts'

/** Seconds; longer than the longest wait for a companion. */
const KEEP_SECONDS = 86_400
/** SQS delays a message by 15 minutes at most. */
const MAX_DELAY_SECONDS = 900

export type AwsCompanionsOptions = {
  db: DynamoDBDocumentClient
  table: string
  sqs: Pick<SQSClient, 'send'>
  /** The queue of `start`. */
  queueUrl: string
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * Expected companions in a DynamoDB table (key `id`, time to live `expiresAt`). A further look at a job is a delayed
 * message on the queue of `start`.
 */
export function awsCompanions(options: AwsCompanionsOptions): Companions {
  const { db, table, sqs, queueUrl, now } = options
  return {
    expect: async (object, job) => {
      const expiresAt = Math.floor(now() / 1000) + KEEP_SECONDS
      await db.send(
        new PutCommand({ TableName: table, Item: { id: expectedId(object), job, expiresAt } }),
      )
    },
    jobExpecting: async (object) => {
      const { Item } = await db.send(
        new GetCommand({
          TableName: table,
          Key: { id: expectedId(object) },
          ConsistentRead: true,
        }),
      )
      return Item?.['job'] as string | undefined
    },
    lookAgain: async (job, seconds) => {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody: JSON.stringify({ lookAgain: job }),
          DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(seconds))),
        }),
      )
    },
  }
}

/** Hashed, because an S3 key may contain any character and may be longer than a DynamoDB key. */
function expectedId({ bucket, key }: ObjectKey): string {
  return `expected#${createHash('sha256').update(`${bucket.length}:${bucket}${key}`).digest('hex')}`
}
