import { hash } from 'node:crypto'
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'

/** An index key takes a thousand writes a second; this many of them are enough for any load one account may have. */
const SHARDS = 4

/** The key of the index `open` under which a running task stands. */
export function runningShardOf(taskId: string): string {
  return `open-${Number.parseInt(hash('sha256', taskId).slice(0, 2), 16) % SHARDS}`
}

/** Ids of up to `limit` running tasks created before `before` (epoch s). */
export async function readRunningTasks(
  dynamo: DynamoDBDocumentClient,
  table: string,
  before: number,
  limit: number,
): Promise<string[]> {
  const pages = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      dynamo.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'open',
          KeyConditionExpression: '#open = :shard AND createdAt < :before',
          ExpressionAttributeNames: { '#open': 'open' },
          ExpressionAttributeValues: { ':shard': `open-${shard}`, ':before': before },
          Limit: limit,
        }),
      ),
    ),
  )
  return pages.flatMap(({ Items = [] }) => Items.map(({ id }) => String(id))).slice(0, limit)
}
