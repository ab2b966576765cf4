import {
  type DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '../../../../dynamo.ts'
import type { SemaphoreStore } from '../../ports/semaphore-store.ts'

type SemaphoreUpdate = Omit<UpdateCommandInput, 'TableName' | 'Key'>

/**
 * Counting semaphores in a DynamoDB table with the key `id`: one item a feature. Its map `taken` holds the expiry of
 * each slot by the id of the task that holds it.
 */
export function dynamoSemaphoreStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
): SemaphoreStore {
  const keyOf = (feature: string) => ({ id: `places#${feature}` })
  const update = (feature: string, change: SemaphoreUpdate) =>
    conditionHeld(
      dynamo.send(new UpdateCommand({ TableName: table, Key: keyOf(feature), ...change })),
    )

  const read = async (feature: string): Promise<Record<string, number> | undefined> => {
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: table, Key: keyOf(feature), ConsistentRead: true }),
    )
    return Item?.['taken'] as Record<string, number> | undefined
  }

  return {
    async acquire(feature, taskId, most, now, until) {
      if (await update(feature, acquireUpdate(taskId, most, until))) return true
      const taken = await read(feature)
      if (!taken) await update(feature, createUpdate)
      // A worker that crashed did not release its slot.
      const expired = Object.entries(taken ?? {}).filter(([, end]) => end <= now)
      for (const [id, end] of expired) await update(feature, expireUpdate(id, end))
      if (taken && expired.length === 0) return false
      return update(feature, acquireUpdate(taskId, most, until))
    },

    async release(feature, taskId) {
      await update(feature, {
        UpdateExpression: 'REMOVE taken.#task',
        ConditionExpression: 'attribute_exists(taken.#task)',
        ExpressionAttributeNames: { '#task': taskId },
      })
    },
  }
}

const createUpdate: SemaphoreUpdate = {
  UpdateExpression: 'SET taken = :none',
  ConditionExpression: 'attribute_not_exists(taken)',
  ExpressionAttributeValues: { ':none': {} },
}

function acquireUpdate(taskId: string, most: number, until: number): SemaphoreUpdate {
  return {
    UpdateExpression: 'SET taken.#task = :until',
    ConditionExpression:
      'attribute_exists(taken) AND (attribute_exists(taken.#task) OR size(taken) < :most)',
    ExpressionAttributeNames: { '#task': taskId },
    ExpressionAttributeValues: { ':until': until, ':most': most },
  }
}

function expireUpdate(taskId: string, end: number): SemaphoreUpdate {
  return {
    UpdateExpression: 'REMOVE taken.#task',
    ConditionExpression: 'taken.#task = :end',
    ExpressionAttributeNames: { '#task': taskId },
    ExpressionAttributeValues: { ':end': end },
  }
}
