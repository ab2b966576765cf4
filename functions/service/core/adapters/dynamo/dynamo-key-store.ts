import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '../../../../dynamo.ts'
import type { KeyRecord } from '../../model/api-key.ts'
import type { KeyStore } from '../../ports/key-store.ts'

/** Keys in a DynamoDB table with the key `hash`. */
export function dynamoKeyStore(client: DynamoDBDocumentClient, table: string): KeyStore {
  const update = (hash: string, change: Omit<UpdateCommandInput, 'TableName' | 'Key'>) =>
    conditionHeld(
      client.send(
        new UpdateCommand({
          TableName: table,
          Key: { hash },
          ConditionExpression: 'attribute_exists(#hash)',
          ExpressionAttributeNames: { '#hash': 'hash' },
          ...change,
        }),
      ),
    )

  return {
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
      update(hash, {
        UpdateExpression: 'SET active = :active',
        ExpressionAttributeValues: { ':active': active },
      }),

    setExpiry: (hash, expiresAt) =>
      update(
        hash,
        expiresAt === undefined
          ? { UpdateExpression: 'REMOVE expiresAt' }
          : {
              UpdateExpression: 'SET expiresAt = :at',
              ExpressionAttributeValues: { ':at': expiresAt },
            },
      ),
  }
}
