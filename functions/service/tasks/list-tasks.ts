import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { TaskSummary } from './task-store.ts'

/** The tasks of an account through the index `byAccount`, newest first. */
export const listTasks = async (
  dynamo: DynamoDBDocumentClient,
  table: string,
  account: string,
  limit: number,
): Promise<TaskSummary[]> => {
  const { Items = [] } = await dynamo.send(
    new QueryCommand({
      TableName: table,
      IndexName: 'byAccount',
      KeyConditionExpression: 'account = :account',
      ExpressionAttributeValues: { ':account': account },
      ScanIndexForward: false,
      Limit: limit,
    }),
  )
  return Items as TaskSummary[]
}
