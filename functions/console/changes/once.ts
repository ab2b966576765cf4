import { createHash } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { Failure } from '../../../catalog/failures/failure.ts'
import { conditionHeld } from '../../dynamo.ts'

/** A change under a key that its sender chose. */
export type KeyedChange = { who: string; key: string; what: string; body: string }

/** Makes a change once for a key: a repeated request gets the first one's answer. */
export type Once = <Answer>(change: KeyedChange, make: () => Promise<Answer>) => Promise<Answer>

const KEPT_SECONDS = 86_400

/**
 * Keeps keys and answers for a day in the console's table. A change that failed may be tried again under its key.
 * @param now epoch milliseconds
 */
export function dynamoOnce(
  db: DynamoDBDocumentClient,
  table: string,
  now: () => number = Date.now,
): Once {
  return async (change, make) => {
    const Key = keyOf(change)
    const request = createHash('sha256').update(`${change.what}\n${change.body}`).digest('hex')
    const expiresAt = Math.floor(now() / 1000) + KEPT_SECONDS
    const claimed = await conditionHeld(
      db.send(
        new PutCommand({
          TableName: table,
          Item: { ...Key, request, expiresAt },
          ConditionExpression: 'attribute_not_exists(id)',
        }),
      ),
    )
    if (!claimed) return earlierAnswer(request, Key)
    try {
      const answer = await make()
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key,
          UpdateExpression: 'SET answer = :answer',
          ExpressionAttributeValues: { ':answer': JSON.stringify(answer) },
        }),
      )
      return answer
    } catch (error) {
      await db.send(new DeleteCommand({ TableName: table, Key }))
      throw error
    }
  }

  async function earlierAnswer<Answer>(
    request: string,
    Key: { id: string; entry: string },
  ): Promise<Answer> {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    if (Item && Item['request'] !== request) throw new Failure('IdempotencyMismatch')
    if (!Item?.['answer']) throw new Failure('IdempotencyConflict')
    return JSON.parse(String(Item['answer'])) as Answer
  }
}

function keyOf({ who, key }: KeyedChange): { id: string; entry: string } {
  return { id: `change#${who}#${key}`, entry: 'change' }
}
