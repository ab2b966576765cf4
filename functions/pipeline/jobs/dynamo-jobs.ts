import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type { Job, Jobs } from './job.ts'

/** Jobs in a DynamoDB table with key `id` and the index `byDay` (`day`, `createdAt`) that lists them by date. */
export const dynamoJobs = (db: DynamoDBDocumentClient, table: string): Jobs => ({
  create: (job) =>
    unlessRefused(
      db.send(
        new PutCommand({
          TableName: table,
          Item: { ...job, day: job.createdAt.slice(0, 10) },
          ConditionExpression: 'attribute_not_exists(id)',
        }),
      ),
    ),

  get: async (id) => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }),
    )
    return Item as Job | undefined
  },

  finish: (id, { status, ...rest }) => {
    const fields = Object.entries(rest)
    return unlessRefused(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: { id },
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
        }),
      ),
    )
  },
})

const unlessRefused = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}
