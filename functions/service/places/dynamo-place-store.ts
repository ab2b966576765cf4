import {
  type DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { applied } from '../../dynamo.ts'
import type { PlaceStore } from './place-store.ts'

type Change = Omit<UpdateCommandInput, 'TableName' | 'Key'>

/** Places in a DynamoDB table with the key `id`: one item a feature, with the end of each place by its task. */
export const dynamoPlaceStore = (dynamo: DynamoDBDocumentClient, table: string): PlaceStore => {
  const keyOf = (feature: string) => ({ id: `places#${feature}` })
  const update = (feature: string, change: Change) =>
    applied(dynamo.send(new UpdateCommand({ TableName: table, Key: keyOf(feature), ...change })))

  const read = async (feature: string): Promise<Record<string, number> | undefined> => {
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: table, Key: keyOf(feature), ConsistentRead: true }),
    )
    return Item?.['taken'] as Record<string, number> | undefined
  }

  return {
    async take(feature, taskId, most, now, until) {
      if (await update(feature, taking(taskId, most, until))) return true
      const taken = await read(feature)
      if (!taken) await update(feature, OPENING)
      // Whoever died at work gave nothing back.
      const over = Object.entries(taken ?? {}).filter(([, end]) => end <= now)
      for (const [id, end] of over) await update(feature, clearing(id, end))
      if (taken && over.length === 0) return false
      return update(feature, taking(taskId, most, until))
    },

    async leave(feature, taskId) {
      await update(feature, {
        UpdateExpression: 'REMOVE taken.#task',
        ConditionExpression: 'attribute_exists(taken.#task)',
        ExpressionAttributeNames: { '#task': taskId },
      })
    },
  }
}

const OPENING: Change = {
  UpdateExpression: 'SET taken = :none',
  ConditionExpression: 'attribute_not_exists(taken)',
  ExpressionAttributeValues: { ':none': {} },
}

const taking = (taskId: string, most: number, until: number): Change => ({
  UpdateExpression: 'SET taken.#task = :until',
  ConditionExpression:
    'attribute_exists(taken) AND (attribute_exists(taken.#task) OR size(taken) < :most)',
  ExpressionAttributeNames: { '#task': taskId },
  ExpressionAttributeValues: { ':until': until, ':most': most },
})

const clearing = (taskId: string, end: number): Change => ({
  UpdateExpression: 'REMOVE taken.#task',
  ConditionExpression: 'taken.#task = :end',
  ExpressionAttributeNames: { '#task': taskId },
  ExpressionAttributeValues: { ':end': end },
})
