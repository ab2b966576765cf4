import { hash } from 'node:crypto'
import { type DynamoDBDocumentClient, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Task } from '../../model/task.ts'
import type { TaskSummary } from '../../ports/task-store.ts'

/** Which tasks to list: an account's, at most `limit`, optionally of one status and behind another task. */
export type TaskListQuery = {
  account: string
  limit: number
  status?: Task['status'] | undefined
  before?: Pick<Task, 'id' | 'createdAt'> | undefined
}

/** The tasks of an account through the index `byAccount`, newest first. */
export async function listTasks(
  client: DynamoDBDocumentClient,
  table: string,
  { account, limit, status, before }: TaskListQuery,
): Promise<TaskSummary[]> {
  const found: TaskSummary[] = []
  const pages = paginateQuery(
    { client },
    {
      TableName: table,
      IndexName: 'byAccount',
      KeyConditionExpression: 'account = :account',
      ...(status && {
        FilterExpression: '#status = :status',
        ExpressionAttributeNames: { '#status': 'status' },
      }),
      ExpressionAttributeValues: { ':account': account, ...(status && { ':status': status }) },
      ScanIndexForward: false,
      // DynamoDB applies the limit before the filter, so a filtered page may hold fewer and the next one is read.
      Limit: status ? FILTERED_PAGE_SIZE : limit,
      ...(before && { ExclusiveStartKey: { account, ...before } }),
    },
  )
  for await (const { Items = [] } of pages) {
    found.push(...(Items as TaskSummary[]))
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}

const FILTERED_PAGE_SIZE = 500

/**
 * Partitions of the index `open` for each state. One partition takes about a thousand writes a second; four are enough
 * for any load of one deployment.
 */
const SHARDS = 4

/** The partitions of those that wait for a worker, and of those on which work has begun. */
const PARTITIONS = { waiting: 'open', begun: 'begun' } as const

/** The partitions of the index `open` that list the tasks of a state. */
export function openPartitions(state: keyof typeof PARTITIONS): string[] {
  return Array.from({ length: SHARDS }, (_, shard) => `${PARTITIONS[state]}-${shard}`)
}

/** The partition of the index `open` in which a running task is listed. */
export function shardOf(taskId: string, state: keyof typeof PARTITIONS): string {
  const shard = Number.parseInt(hash('sha256', taskId).slice(0, 2), 16) % SHARDS
  return `${PARTITIONS[state]}-${shard}`
}

/**
 * Ids of up to `limit` running tasks that were created before a time (epoch seconds), one for those that wait and one
 * for those on which work has begun. These come first: any number may wait in peace.
 */
export async function readRunningTasks(
  dynamo: DynamoDBDocumentClient,
  table: string,
  before: { waiting: number; begun: number },
  limit: number,
): Promise<string[]> {
  const read = async (partition: string, created: number): Promise<string[]> => {
    const { Items = [] } = await dynamo.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'open',
        KeyConditionExpression: '#open = :shard AND createdAt < :before',
        ExpressionAttributeNames: { '#open': 'open' },
        ExpressionAttributeValues: { ':shard': partition, ':before': created },
        Limit: limit,
      }),
    )
    return Items.map(({ id }) => String(id))
  }
  const pages = await Promise.all(
    (['begun', 'waiting'] as const).flatMap((state) =>
      openPartitions(state).map((partition) => read(partition, before[state])),
    ),
  )
  return pages.flat().slice(0, limit)
}
