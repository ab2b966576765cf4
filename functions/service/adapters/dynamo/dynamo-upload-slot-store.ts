import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
} from '@aws-sdk/lib-dynamodb'
import type { UploadSlot } from '../../model/upload-slot.ts'
import type { UploadSlotStore } from '../../ports/file-store.ts'

/** Slots share the table of the tasks. The prefix keeps their ids apart: no task id matches it. */
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
