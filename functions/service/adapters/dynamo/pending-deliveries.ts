import { createHash } from 'node:crypto'
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Delivery, DeliveryMessage } from '../../model/delivery.ts'

/** An index key takes a thousand writes a second. */
const SHARDS = 4

/** The key of the index `pending` under which an event's pending deliveries stand. */
export function pendingShardOf(eventId: string): string {
  return `pending-${(createHash('sha256').update(eventId).digest()[0] ?? 0) % SHARDS}`
}

/** The next attempts of up to `limit` pending deliveries that were due before `before` (epoch s). */
export async function readDueDeliveries(
  dynamo: DynamoDBDocumentClient,
  table: string,
  before: number,
  limit: number,
): Promise<DeliveryMessage[]> {
  const pages = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      dynamo.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'pending',
          KeyConditionExpression: 'pending = :shard AND dueAt < :before',
          ExpressionAttributeValues: { ':shard': `pending-${shard}`, ':before': before },
          Limit: limit,
        }),
      ),
    ),
  )
  return pages
    .flatMap(({ Items = [] }) => Items as Delivery[])
    .slice(0, limit)
    .map(({ account, eventId, endpointId, attempt }) => ({ account, eventId, endpointId, attempt }))
}
