import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb'
import type { Task } from '../../model/task.ts'
import type { TaskSummary } from '../../ports/task-store.ts'

/** Whose tasks, how many at most, and in which status where that matters. */
export type TaskListQuery = { account: string; limit: number; status?: Task['status'] | undefined }

/** The tasks of an account through the index `byAccount`, newest first. */
export async function listTasks(
  client: DynamoDBDocumentClient,
  table: string,
  { account, limit, status }: TaskListQuery,
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
      // Of what is read; with a filter a page may hold fewer, and the next one is asked for.
      Limit: status ? FILTERED_PAGE_SIZE : limit,
    },
  )
  for await (const { Items = [] } of pages) {
    found.push(...(Items as TaskSummary[]))
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}

const FILTERED_PAGE_SIZE = 500
