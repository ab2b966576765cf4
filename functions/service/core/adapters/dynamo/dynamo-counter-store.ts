import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { WINDOW_SECONDS, windowOf } from '../../model/rate-limits.ts'
import type { CounterStore } from '../../ports/counter-store.ts'

/** A counter is read until the window after its own has ended. */
const KEPT_SECONDS = 3 * WINDOW_SECONDS

/**
 * Counters in a DynamoDB table with the key `id`: one item for a subject and window. It holds the requests of the
 * window and, in one field a second, those of each second that had any. `ADD` is atomic, so additions never conflict.
 */
export function dynamoCounterStore(dynamo: DynamoDBDocumentClient, table: string): CounterStore {
  return {
    async add(subject, { second, requests, now }) {
      const start = windowOf(second, WINDOW_SECONDS)
      const field = `s${second - start}`
      const { Attributes = {} } = await dynamo.send(
        new UpdateCommand({
          TableName: table,
          Key: keyOf(subject, start),
          UpdateExpression: 'SET expiresAt = :end ADD requests :requests, #second :now',
          ExpressionAttributeNames: { '#second': field },
          ExpressionAttributeValues: {
            ':end': start + KEPT_SECONDS,
            ':requests': requests,
            ':now': now,
          },
          ReturnValues: 'UPDATED_NEW',
        }),
      )
      return { inWindow: Number(Attributes['requests']), inSecond: Number(Attributes[field]) }
    },

    async read(subject, start) {
      const { Item } = await dynamo.send(
        new GetCommand({ TableName: table, Key: keyOf(subject, start) }),
      )
      return Number(Item?.['requests'] ?? 0)
    },
  }
}

function keyOf(subject: string, start: number) {
  return { id: `${subject}#${start}` }
}
