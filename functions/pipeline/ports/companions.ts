import { createHash } from 'node:crypto'
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'

type Place = { bucket: string; key: string }

/** Which jobs wait for which files beside the dropped one. */
export type Companions = {
  /** Notes that a job waits for an object; of several jobs the newest counts. */
  expect(object: Place, job: string): Promise<void>
  /** The job that waits for an object. */
  jobExpecting(object: Place): Promise<string | undefined>
  /** Has the job looked at again after so many seconds, or a little earlier. */
  lookAgain(job: string, seconds: number): Promise<void>
}

/** Seconds; longer than the longest wait for a companion. */
const KEEP_SECONDS = 86_400
/** Seconds; SQS delays a message by 15 minutes at most. */
const MAX_DELAY_SECONDS = 900

export type AwsCompanionsOptions = {
  db: DynamoDBDocumentClient
  table: string
  sqs: Pick<SQSClient, 'send'>
  queueUrl: string
  now: () => number
}

/** Expectations in a DynamoDB table (key `id`, time to live `expiresAt`), looks as delayed messages to `start` itself. */
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

/** A key may hold anything and be longer than DynamoDB takes. */
function expectedId({ bucket, key }: Place): string {
  return `expected#${createHash('sha256').update(`${bucket.length}:${bucket}${key}`).digest('hex')}`
}
