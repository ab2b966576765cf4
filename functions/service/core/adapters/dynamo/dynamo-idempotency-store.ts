import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '../../../../dynamo.ts'
import type { IdempotencyRecord, IdempotencyStore } from '../../ports/idempotency-store.ts'

/** Records share the table of the tasks. The prefix keeps their ids apart: no task id matches it. */
function keyOf(id: string) {
  return { id: `claim#${id}` }
}

const UNCHANGED = {
  ConditionExpression: 'taskId = :task AND heldUntil = :seen',
}

function seenValues({ taskId, heldUntil }: IdempotencyRecord) {
  return { ':task': taskId, ':seen': heldUntil }
}

/** Idempotency records in the DynamoDB table of the tasks. */
export function dynamoIdempotencyStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
): IdempotencyStore {
  const claim: IdempotencyStore['claim'] = async (record, now) => {
    const stored = await conditionHeld(
      dynamo.send(
        new PutCommand({
          TableName: table,
          Item: { ...record, ...keyOf(record.id) },
          ConditionExpression: 'attribute_not_exists(id) OR expiresAt <= :now',
          ExpressionAttributeValues: { ':now': now },
        }),
      ),
    )
    if (stored) return undefined
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: table, Key: keyOf(record.id), ConsistentRead: true }),
    )
    // No record: it was removed between the two calls.
    return Item ? ({ ...Item, id: record.id } as IdempotencyRecord) : claim(record, now)
  }

  return {
    claim,

    extend: (seen, until) =>
      conditionHeld(
        dynamo.send(
          new UpdateCommand({
            TableName: table,
            Key: keyOf(seen.id),
            UpdateExpression: 'SET heldUntil = :until',
            ...UNCHANGED,
            ExpressionAttributeValues: { ...seenValues(seen), ':until': until },
          }),
        ),
      ),

    async remove(seen) {
      await conditionHeld(
        dynamo.send(
          new DeleteCommand({
            TableName: table,
            Key: keyOf(seen.id),
            ...UNCHANGED,
            ExpressionAttributeValues: seenValues(seen),
          }),
        ),
      )
    },
  }
}
