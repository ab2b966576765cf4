import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { applied } from '../dynamo.ts'
import type { KeyRecord, KeyStore } from './key-store.ts'

/** Keys in a DynamoDB table with the key `hash`. */
export const dynamoKeyStore = (client: DynamoDBDocumentClient, table: string): KeyStore => ({
  async get(hash) {
    const { Item } = await client.send(
      new GetCommand({ TableName: table, Key: { hash }, ConsistentRead: true }),
    )
    return Item as KeyRecord | undefined
  },

  async put(record) {
    await client.send(new PutCommand({ TableName: table, Item: record }))
  },

  async list(account) {
    const found: KeyRecord[] = []
    const pages = paginateScan({ client }, { TableName: table, ConsistentRead: true })
    for await (const { Items = [] } of pages) found.push(...(Items as KeyRecord[]))
    return found
      .filter((record) => account === undefined || record.account === account)
      .sort((left, right) => left.createdAt - right.createdAt)
  },

  setActive: (hash, active) =>
    applied(
      client.send(
        new UpdateCommand({
          TableName: table,
          Key: { hash },
          UpdateExpression: 'SET active = :active',
          ConditionExpression: 'attribute_exists(#hash)',
          ExpressionAttributeNames: { '#hash': 'hash' },
          ExpressionAttributeValues: { ':active': active },
        }),
      ),
    ),
})
