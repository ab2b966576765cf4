import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** What a table is asked. */
export type Query = {
  Limit: number
  FilterExpression?: string
  ExclusiveStartKey?: object
  ExpressionAttributeValues: Record<string, unknown>
}

/** A table that answers queries so, and what it was asked. */
export function tableOf(answer: (query: Query, nth: number) => object) {
  const asked: Query[] = []
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' }))
  client.send = (async ({ input }: { input: Query }) => {
    asked.push({ ...input })
    return answer(input, asked.length)
  }) as never
  return { client, asked }
}
