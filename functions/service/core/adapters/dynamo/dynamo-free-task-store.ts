import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '../../../../dynamo.ts'
import type { FreeTaskStore } from '../../ports/free-task-store.ts'

const FREE = 'free'
const OWN_PREFIX = 'free#'

/** How many tasks the account's item holds: with so many a write of it is one unit of writing. */
export const TASKS_IN_ITEM = 16

/**
 * The item `free` of each account in the table of units, whose keys are `account` and `entry`, for the first tasks, and
 * an item `free#…` for each further one.
 */
export function dynamoFreeTaskStore(dynamo: DynamoDBDocumentClient, table: string): FreeTaskStore {
  const update = (account: string, change: Omit<UpdateCommandInput, 'TableName' | 'Key'>) => {
    const Key = { account, entry: FREE }
    return conditionHeld(dynamo.send(new UpdateCommand({ TableName: table, Key, ...change })))
  }
  const ownKey = (account: string, taskId: string) => ({ account, entry: `${OWN_PREFIX}${taskId}` })
  const removeOwn = (account: string, taskId: string) =>
    dynamo.send(new DeleteCommand({ TableName: table, Key: ownKey(account, taskId) }))
  const putOwn = (account: string, taskId: string, at: number) =>
    conditionHeld(
      dynamo.send(
        new PutCommand({
          TableName: table,
          Item: { ...ownKey(account, taskId), at },
          ConditionExpression: 'attribute_not_exists(entry)',
        }),
      ),
    )

  const read = async (account: string) => {
    const { Items = [] } = await dynamo.send(
      new QueryCommand({
        TableName: table,
        // A few hundred tasks are far from the megabyte that an answer holds.
        ConsistentRead: true,
        KeyConditionExpression: 'account = :account AND begins_with(entry, :free)',
        ExpressionAttributeValues: { ':account': account, ':free': FREE },
      }),
    )
    const item = Items.find(({ entry }) => entry === FREE)
    const own = Items.filter((other) => other !== item).map(({ entry, at }) => [
      String(entry).slice(OWN_PREFIX.length),
      Number(at),
    ])
    const running: Record<string, number> = { ...item?.['running'], ...Object.fromEntries(own) }
    return { hasItem: item !== undefined, running }
  }

  const addToItem = (account: string, taskId: string, at: number, most: number) =>
    update(account, {
      UpdateExpression: 'SET running.#task = :at',
      ConditionExpression:
        'attribute_exists(running) AND (attribute_exists(running.#task) OR size(running) < :most)',
      ExpressionAttributeNames: { '#task': taskId },
      ExpressionAttributeValues: { ':at': at, ':most': most },
    })

  return {
    async add(account, taskId, at, most) {
      if (await addToItem(account, taskId, at, Math.min(most, TASKS_IN_ITEM))) return true
      // Counted in before all are counted, so that of those which come at once none is too many.
      if (!(await putOwn(account, taskId, at))) return true
      const { hasItem, running } = await read(account)
      if (Object.keys(running).length > most) {
        await removeOwn(account, taskId)
        return false
      }
      if (!hasItem) {
        await update(account, {
          UpdateExpression: 'SET running = :none',
          ConditionExpression: 'attribute_not_exists(running)',
          ExpressionAttributeValues: { ':none': {} },
        })
      }
      return true
    },

    async remove(account, taskId) {
      const wasInItem = await update(account, {
        UpdateExpression: 'REMOVE running.#task',
        ConditionExpression: 'attribute_exists(running.#task)',
        ExpressionAttributeNames: { '#task': taskId },
      })
      if (!wasInItem) await removeOwn(account, taskId)
    },

    list: async (account) => (await read(account)).running,
  }
}
