import {
  type DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '../../../../dynamo.ts'
import type { FreeTaskStore } from '../../ports/free-task-store.ts'

/** The item `free` of each account in the table of units, whose keys are `account` and `entry`. */
export function dynamoFreeTaskStore(dynamo: DynamoDBDocumentClient, table: string): FreeTaskStore {
  const keyOf = (account: string) => ({ account, entry: 'free' })
  const update = (account: string, change: Omit<UpdateCommandInput, 'TableName' | 'Key'>) =>
    conditionHeld(
      dynamo.send(new UpdateCommand({ TableName: table, Key: keyOf(account), ...change })),
    )
  const read = async (account: string): Promise<Record<string, number> | undefined> => {
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: table, Key: keyOf(account), ConsistentRead: true }),
    )
    return Item?.['running'] as Record<string, number> | undefined
  }

  return {
    async add(account, taskId, at, most) {
      const add = () =>
        update(account, {
          UpdateExpression: 'SET running.#task = :at',
          ConditionExpression:
            'attribute_exists(running) AND (attribute_exists(running.#task) OR size(running) < :most)',
          ExpressionAttributeNames: { '#task': taskId },
          ExpressionAttributeValues: { ':at': at, ':most': most },
        })
      if (await add()) return true
      // Another request may have made the item meanwhile: only a full one refuses.
      const running = await read(account)
      if (running && Object.keys(running).length >= most) return false
      if (!running) {
        await update(account, {
          UpdateExpression: 'SET running = :none',
          ConditionExpression: 'attribute_not_exists(running)',
          ExpressionAttributeValues: { ':none': {} },
        })
      }
      return add()
    },

    async remove(account, taskId) {
      await update(account, {
        UpdateExpression: 'REMOVE running.#task',
        ConditionExpression: 'attribute_exists(running.#task)',
        ExpressionAttributeNames: { '#task': taskId },
      })
    },

    list: async (account) => (await read(account)) ?? {},
  }
}
