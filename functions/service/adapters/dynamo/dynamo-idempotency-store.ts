import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { applied } from '../../../dynamo.ts'
import type { IdempotencyRecord, IdempotencyStore } from '../../ports/idempotency-store.ts'

/** Claims beside the tasks in their table; the prefix keeps them out of the reach of task ids. */
function keyOf(id: string) {
  return { id: `claim#${id}` }
}

const UNCHANGED = {
  ConditionExpression: 'taskId = :task AND heldUntil = :seen',
}

function seenValues({ taskId, heldUntil }: IdempotencyRecord) {
  return { ':task': taskId, ':seen': heldUntil }
}

/** Claims in the DynamoDB table of the tasks. */
export function dynamoIdempotencyStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
): IdempotencyStore {
  const take: IdempotencyStore['claim'] = async (claim, now) => {
    const taken = await applied(
      dynamo.send(
        new PutCommand({
          TableName: table,
          Item: { ...claim, ...keyOf(claim.id) },
          ConditionExpression: 'attribute_not_exists(id) OR expiresAt <= :now',
          ExpressionAttributeValues: { ':now': now },
        }),
      ),
    )
    if (taken) return undefined
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: table, Key: keyOf(claim.id), ConsistentRead: true }),
    )
    // Freed between the two calls.
    return Item ? ({ ...Item, id: claim.id } as IdempotencyRecord) : take(claim, now)
  }

  return {
    claim: take,

    extend: (seen, until) =>
      applied(
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
      await applied(
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
