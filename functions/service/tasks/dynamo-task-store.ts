import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { applied } from '../dynamo.ts'
import type { Task } from './task.ts'
import type { TaskStore } from './task-store.ts'

/** Tasks in a DynamoDB table with the key `id`. */
export const dynamoTaskStore = (dynamo: DynamoDBDocumentClient, table: string): TaskStore => ({
  async get(id) {
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }),
    )
    return Item as Task | undefined
  },

  create: (task) =>
    applied(
      dynamo.send(
        new PutCommand({
          TableName: table,
          Item: task,
          ConditionExpression: 'attribute_not_exists(id)',
        }),
      ),
    ),

  finish: (id, outcome, finishedAt) =>
    applied(
      dynamo.send(
        new UpdateCommand({ TableName: table, Key: { id }, ...ending({ ...outcome, finishedAt }) }),
      ),
    ),
})

/** Sets every field of the outcome, provided the task is still running. */
const ending = (fields: Record<string, unknown>) => ({
  UpdateExpression: `SET ${Object.keys(fields)
    .map((name) => `#${name} = :${name}`)
    .join(', ')}`,
  ConditionExpression: '#status = :running',
  ExpressionAttributeNames: Object.fromEntries(
    Object.keys(fields).map((name) => [`#${name}`, name]),
  ),
  ExpressionAttributeValues: {
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`:${name}`, value])),
    ':running': 'running',
  },
})
