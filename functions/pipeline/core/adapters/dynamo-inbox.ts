import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Callback, Inbox, Meeting } from '../ports/inbox.ts'

/** Longer than every callback's deadline. */
export const KEEP_CALLBACK_SECONDS = 7 * 86_400
/** Bounds how long the outcome of a task that nobody waits for is kept. */
const KEEP_TASK_SECONDS = 86_400

const NOT_OUTDATED = 'attribute_not_exists(#order) OR #order <= :order'

/** The inbox in a DynamoDB table with key `id` and time to live `expiresAt`. */
export function dynamoInbox(db: DynamoDBDocumentClient, table: string, now: () => number): Inbox {
  const update = async <T>(
    id: string,
    expression: string,
    values: Record<string, unknown>,
    keepSeconds: number,
    condition?: string,
  ): Promise<T> => {
    const { Attributes } = await db.send(
      new UpdateCommand({
        TableName: table,
        Key: { id },
        UpdateExpression: `SET ${expression}, expiresAt = :expiresAt`,
        ...(condition && { ConditionExpression: condition }),
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

  const read = async <T>(id: string): Promise<T | undefined> => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }),
    )
    return Item as T | undefined
  }
  const find: Inbox['findCallback'] = (key) => read<Callback>(callbackId(key))

  return {
    storeToken: async (key, { token, order, request, signed, until, workSeconds, batched }) => {
      try {
        return await update<Callback>(
          callbackId(key),
          [
            '#token = :token, #order = :order, #until = :until, #looks = :looks',
            '#request = if_not_exists(#request, :request)',
            ...(signed ? ['#signed = if_not_exists(#signed, :signed)'] : []),
            ...(workSeconds === undefined ? [] : ['#workSeconds = :workSeconds']),
            ...(batched ? ['#batched = :batched'] : []),
          ].join(', '),
          {
            ':token': token,
            ':order': order,
            ':until': until,
            ':request': request,
            ...(signed && { ':signed': signed }),
            ':looks': 0,
            ...(workSeconds !== undefined && { ':workSeconds': workSeconds }),
            ...(batched && { ':batched': true }),
          },
          KEEP_CALLBACK_SECONDS,
          NOT_OUTDATED,
        )
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error
        return (await find(key)) as Callback
      }
    },

    storeRequest: async (key, { request, signed }) => {
      await update(
        callbackId(key),
        '#request = :request, #signed = :signed',
        { ':request': request, ':signed': signed },
        KEEP_CALLBACK_SECONDS,
      )
    },

    acquireCreationLock: async (key, asker) => {
      const callback = await update<{ asker: string }>(
        callbackId(key),
        '#asker = if_not_exists(#asker, :asker)',
        { ':asker': asker },
        KEEP_CALLBACK_SECONDS,
      )
      return callback.asker
    },

    releaseCreationLock: async (key) => {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: { id: callbackId(key) },
          UpdateExpression: 'REMOVE asker',
        }),
      )
    },

    recordLooks: async (key, looks) => {
      await update(callbackId(key), '#looks = :looks', { ':looks': looks }, KEEP_CALLBACK_SECONDS)
    },

    link: async (key, taskId, { token, order }) => {
      await update(
        callbackId(key),
        '#taskId = :taskId, #createdAt = if_not_exists(#createdAt, :now)',
        { ':taskId': taskId, ':now': Math.floor(now() / 1000) },
        KEEP_CALLBACK_SECONDS,
      )
      try {
        return await update<Meeting>(
          taskItemId(taskId),
          '#key = :key, #token = :token, #order = :order',
          { ':key': key, ':token': token, ':order': order },
          KEEP_CALLBACK_SECONDS,
          NOT_OUTDATED,
        )
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error
        return (await read<Meeting>(taskItemId(taskId))) ?? {}
      }
    },

    recordOutcome: (taskId, outcome) =>
      update(
        taskItemId(taskId),
        '#outcome = if_not_exists(#outcome, :outcome)',
        { ':outcome': outcome },
        KEEP_TASK_SECONDS,
      ),

    findTask: (taskId) => read<Meeting>(taskItemId(taskId)),

    findCallback: find,
  }
}

function callbackId(key: string): string {
  return `callback#${key}`
}
function taskItemId(taskId: string): string {
  return `task#${taskId}`
}

/** Maps each alias `#name` to the attribute `name`, because some names are reserved words of DynamoDB. */
function namesIn(expression: string): Record<string, string> {
  return Object.fromEntries(
    [...expression.matchAll(/#(\w+)/g)].map(([alias, name]) => [alias, name as string]),
  )
}
