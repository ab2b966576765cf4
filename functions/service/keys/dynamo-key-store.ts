import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { KeyRecord, KeyStore } from './key-store.ts'

/** Keys in a DynamoDB table with the key `hash`. */
export const dynamoKeyStore = (dynamo: DynamoDBDocumentClient, table: string): KeyStore => ({
  async get(hash) {
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: table, Key: { hash }, ConsistentRead: true }),
    )
    return Item as KeyRecord | undefined
  },

  async put(record) {
    await dynamo.send(new PutCommand({ TableName: table, Item: record }))
  },
})
