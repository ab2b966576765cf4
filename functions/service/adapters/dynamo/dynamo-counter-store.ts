import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type CounterStore, windowOf } from '../../ports/counter-store.ts'
import { WINDOW_SECONDS } from '../../rate/rate-limits.ts'

/** Counters are of use until the window after theirs has ended. */
const KEPT_SECONDS = 3 * WINDOW_SECONDS

/**
 * Counters in a DynamoDB table with the key `id`: one item for a subject and window, with the requests of the window
 * and, in a field for each second that had any, those of that second. Additions never wait for one another.
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
