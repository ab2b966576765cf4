import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Callback, Inbox, Outcome } from './inbox.ts'

/** Long past every callback's deadline; outcomes of tasks nobody asked for leave after a day. */
const KEEP_CALLBACK_SECONDS = 7 * 86_400
const KEEP_TASK_SECONDS = 86_400

/** The inbox in a DynamoDB table with key `id` and time to live `expiresAt`. */
export const dynamoInbox = (
  db: DynamoDBDocumentClient,
  table: string,
  now: () => number,
): Inbox => {
  const update = async <T>(
    id: string,
    expression: string,
    values: Record<string, unknown>,
    keepSeconds: number,
  ): Promise<T> => {
    const { Attributes } = await db.send(
      new UpdateCommand({
        TableName: table,
        Key: { id },
        UpdateExpression: `SET ${expression}, expiresAt = :expiresAt`,
        ExpressionAttributeNames: namesIn(expression),
        ExpressionAttributeValues: {
          ...values,
          ':expiresAt': Math.floor(now() / 1000) + keepSeconds,
        },
        ReturnValues: 'ALL_NEW',
      }),
    )
    return Attributes as T
  }

  return {
    hold: (key, token, request) =>
      update<Callback>(
        callbackId(key),
        '#token = :token, #request = if_not_exists(#request, :request)',
        { ':token': token, ':request': request },
        KEEP_CALLBACK_SECONDS,
      ),

    link: async (key, taskId) => {
      await update(
        callbackId(key),
        '#taskId = :taskId',
        { ':taskId': taskId },
        KEEP_CALLBACK_SECONDS,
      )
      const task = await update<{ outcome?: Outcome }>(
        taskItemId(taskId),
        '#key = :key',
        { ':key': key },
        KEEP_CALLBACK_SECONDS,
      )
      return task.outcome
    },

    arrive: (taskId, outcome) =>
      update(
        taskItemId(taskId),
        '#outcome = if_not_exists(#outcome, :outcome)',
        { ':outcome': outcome },
        KEEP_TASK_SECONDS,
      ),

    conclude: (key, outcome) =>
      update<Callback>(
        callbackId(key),
        '#outcome = if_not_exists(#outcome, :outcome)',
        { ':outcome': outcome },
        KEEP_CALLBACK_SECONDS,
      ),

    find: async (key) => {
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: { id: callbackId(key) }, ConsistentRead: true }),
      )
      return Item as Callback | undefined
    },
  }
}

const callbackId = (key: string): string => `callback#${key}`
const taskItemId = (taskId: string): string => `task#${taskId}`

/** `#name` stands for the attribute `name`: several of ours are reserved words of DynamoDB. */
const namesIn = (expression: string): Record<string, string> =>
  Object.fromEntries(
    [...expression.matchAll(/#(\w+)/g)].map(([alias, name]) => [alias, name as string]),
  )
