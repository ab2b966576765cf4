import { createHash } from 'node:crypto'
import { type DynamoDBDocumentClient, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Delivery, DeliveryMessage } from '../../model/delivery.ts'

/**
 * All deliveries of an account since a time (epoch seconds), newest first. Reads every delivery of the last 30 days, so
 * it is for operators and not for requests.
 */
export async function listDeliveries(
  client: DynamoDBDocumentClient,
  table: string,
  account: string,
  since: number,
): Promise<Delivery[]> {
  const found: Delivery[] = []
  const pages = paginateQuery(
    { client },
    {
      TableName: table,
      ConsistentRead: true,
      KeyConditionExpression: '#owner = :account AND begins_with(entry, :prefix)',
      FilterExpression: 'createdAt >= :since',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':account': account, ':prefix': 'delivery#', ':since': since },
    },
  )
  for await (const { Items = [] } of pages) found.push(...(Items as Delivery[]))
  return found.sort((left, right) => right.createdAt - left.createdAt)
}

/** Partitions of the index `pending`. One partition takes about a thousand writes a second. */
const SHARDS = 4

/** The partition of the index `pending` in which an event's pending deliveries are listed. */
export function pendingShardOf(eventId: string): string {
  return `pending-${createHash('sha256').update(eventId).digest().readUInt8() % SHARDS}`
}

/** The next attempts of up to `limit` pending deliveries that were due before `before` (epoch seconds). */
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

/** The partition of the index `pending` that lists what an account could not be told, by when that was given up. */
export function failuresOf(account: string): string {
  return `failed-${account}`
}

/** The keys of an account's failed deliveries that were given up in a span of epoch seconds, the latest first. */
export async function readFailedDeliveries(
  dynamo: DynamoDBDocumentClient,
  table: string,
  account: string,
  { since, before, limit }: { since: number; before: number; limit: number },
): Promise<DeliveryMessage[]> {
  const { Items = [] } = await dynamo.send(
    new QueryCommand({
      TableName: table,
      IndexName: 'pending',
      KeyConditionExpression: 'pending = :failures AND dueAt BETWEEN :since AND :before',
      ExpressionAttributeValues: {
        ':failures': failuresOf(account),
        ':since': since,
        ':before': before,
      },
      ScanIndexForward: false,
      Limit: limit,
    }),
  )
  return Items as DeliveryMessage[]
}
