import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  ScanCommand,
} from '@aws-sdk/client-dynamodb'

/** A table whose items expire. `attribute` holds the epoch seconds, `keys` are the names of the key attributes. */
export type ExpiringTable = {
  readonly name: string
  readonly attribute: string
  readonly keys: readonly string[]
}

type Item = Record<string, AttributeValue>

const PAGE = 200

/**
 * Scans one page of the table from `from` on and deletes the expired items: those whose attribute is a number of
 * epoch seconds in the past (DynamoDB Developer Guide, "Using time to live (TTL)"). An item that was renewed
 * meanwhile stays. Returns the start of the next page, undefined at the end of the table.
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
