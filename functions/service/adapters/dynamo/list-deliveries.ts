import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb'
import type { Delivery } from '../../model/delivery.ts'

/**
 * Every delivery of an account since a time (epoch s), newest first. Reads all the account's deliveries of the last 30
 * days, so it is for operators and not for requests.
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
