import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
} from '@aws-sdk/lib-dynamodb'
import type { UploadSlot, UploadSlotStore } from '../../model/upload-slot.ts'

/** Slots beside the tasks in their table; the prefix keeps them out of the reach of task ids. */
function keyOf(id: string) {
  return { id: `upload#${id}` }
}

/** Upload slots in the DynamoDB table of the tasks. */
export function dynamoUploadSlotStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
): UploadSlotStore {
  return {
    async get(id) {
      const { Item } = await dynamo.send(
        new GetCommand({ TableName: table, Key: keyOf(id), ConsistentRead: true }),
      )
      return Item && ({ ...Item, id } as UploadSlot)
    },

    async put(slot) {
      await dynamo.send(new PutCommand({ TableName: table, Item: { ...slot, ...keyOf(slot.id) } }))
    },

    async remove(id) {
      await dynamo.send(new DeleteCommand({ TableName: table, Key: keyOf(id) }))
    },
  }
}
