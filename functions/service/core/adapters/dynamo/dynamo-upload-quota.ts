import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '../../../../dynamo.ts'
import type { UploadQuota } from '../../ports/upload-quota.ts'

const TWO_DAYS_SECONDS = 2 * 86_400

/** Bytes of upload slots in a DynamoDB table with the key `id`: one item for an account and day. */
export function dynamoUploadQuota(dynamo: DynamoDBDocumentClient, table: string): UploadQuota {
  return {
    take: async (account, day, bytes, most) =>
      bytes <= most &&
      conditionHeld(
        dynamo.send(
          new UpdateCommand({
            TableName: table,
            Key: { id: `uploads#${account}#${day}` },
            UpdateExpression: 'ADD #bytes :bytes SET expiresAt = :end',
            ConditionExpression: 'attribute_not_exists(#bytes) OR #bytes <= :room',
            ExpressionAttributeNames: { '#bytes': 'bytes' },
            ExpressionAttributeValues: {
              ':bytes': bytes,
              ':room': most - bytes,
              ':end': Date.parse(day) / 1000 + TWO_DAYS_SECONDS,
            },
          }),
        ),
      ),

    async read(account, day) {
      const { Item } = await dynamo.send(
        new GetCommand({ TableName: table, Key: { id: `uploads#${account}#${day}` } }),
      )
      return Number(Item?.['bytes'] ?? 0)
    },
  }
}
