import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  ScanCommand,
} from '@aws-sdk/client-dynamodb'

/** A table whose items end by themselves; `keys` are the names of its key attributes. */
export type ExpiringTable = {
  readonly name: string
  readonly attribute: string
  readonly keys: readonly string[]
}

type Item = Record<string, AttributeValue>

const PAGE = 200

/**
 * Reads one page of the table from `from` on and deletes what has expired: items whose attribute is a number of epoch
 * seconds in the past, as DynamoDB's time to live has it. An item that was renewed in between stays.
 * Gives where the next page starts, undefined at the end of the table.
 */
export async function expireItems(
  client: DynamoDBClient,
  table: ExpiringTable,
  nowSeconds: number,
  from?: Item,
): Promise<Item | undefined> {
  const page = await client.send(
    new ScanCommand({
      TableName: table.name,
      Limit: PAGE,
      FilterExpression: '#at < :now',
      ExpressionAttributeNames: { '#at': table.attribute },
      ExpressionAttributeValues: { ':now': { N: String(nowSeconds) } },
      ...(from ? { ExclusiveStartKey: from } : {}),
    }),
  )
  for (const item of page.Items ?? []) await remove(client, table, item)
  return page.LastEvaluatedKey
}

async function remove(client: DynamoDBClient, table: ExpiringTable, item: Item): Promise<void> {
  const seen = item[table.attribute]
  if (!seen) return
  try {
    await client.send(
      new DeleteItemCommand({
        TableName: table.name,
        Key: Object.fromEntries(table.keys.map((key) => [key, item[key]!])),
        ConditionExpression: '#at = :seen',
        ExpressionAttributeNames: { '#at': table.attribute },
        ExpressionAttributeValues: { ':seen': seen },
      }),
    )
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}
