import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { CountBacklog } from '../../ports/backlog.ts'
import { openPartitions } from './task-queries.ts'

/** Tasks of a partition that are counted. */
const MOST = 500

/** The queue by the index `open` of the table of tasks. */
export function dynamoBacklog(dynamo: DynamoDBDocumentClient, table: string): CountBacklog {
  const read = async (partition: string): Promise<number[]> => {
    const { Items = [] } = await dynamo.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'open',
        KeyConditionExpression: '#open = :partition',
        ExpressionAttributeNames: { '#open': 'open' },
        ExpressionAttributeValues: { ':partition': partition },
        ProjectionExpression: 'createdAt',
        Limit: MOST,
      }),
    )
    return Items.map(({ createdAt }) => Number(createdAt))
  }
  const readAll = async (state: Parameters<typeof openPartitions>[0]): Promise<number[]> =>
    (await Promise.all(openPartitions(state).map(read))).flat()
  return async () => {
    const [waiting, begun] = await Promise.all([readAll('waiting'), readAll('begun')])
    return { waiting: waiting.toSorted((one, other) => one - other), begun: begun.length }
  }
}
