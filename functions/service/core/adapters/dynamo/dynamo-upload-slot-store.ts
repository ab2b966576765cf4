import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { conditionHeld, resultIfApplied } from '../../../../dynamo.ts'
import type { SlotUser, UploadSlot } from '../../model/upload-slot.ts'
import type { UploadSlotStore } from '../../ports/file-store.ts'

/** Slots share the table of the tasks. The prefix keeps their ids apart: no task id matches it. */
function keyOf(id: string) {
  return { id: `upload#${id}` }
}

/** An item holds its users as a set of texts, because adding to a set is atomic and may be repeated. */
type SlotItem = Omit<UploadSlot, 'users'> & { users?: Set<string> }

function textOf({ taskId, at }: SlotUser): string {
  return `${at} ${taskId}`
}

function slotOf(id: string, { users, ...item }: SlotItem): UploadSlot {
  const known = [...(users ?? [])].map((text) => {
    const [at = '', taskId = ''] = text.split(' ')
    return { taskId, at: Number(at) }
  })
  return { ...item, id, ...(known.length > 0 && { users: known }) }
}

/** Upload slots in the DynamoDB table of the tasks. */
export function dynamoUploadSlotStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
): UploadSlotStore {
  const update = (id: string, change: Omit<UpdateCommandInput, 'TableName' | 'Key'>) =>
    dynamo.send(new UpdateCommand({ TableName: table, Key: keyOf(id), ...change }))

  return {
    async get(id) {
      const { Item } = await dynamo.send(
        new GetCommand({ TableName: table, Key: keyOf(id), ConsistentRead: true }),
      )
      return Item && slotOf(id, Item as SlotItem)
    },

    async put(slot) {
      await dynamo.send(new PutCommand({ TableName: table, Item: { ...slot, ...keyOf(slot.id) } }))
    },

    async addUser(id, account, user) {
      const changed = await resultIfApplied(
        update(id, {
          UpdateExpression: 'ADD #users :user',
          ConditionExpression: 'account = :account AND attribute_not_exists(closedAt)',
          ExpressionAttributeNames: { '#users': 'users' },
          ExpressionAttributeValues: {
            ':user': new Set([textOf(user)]),
            ':account': account,
          },
          ReturnValues: 'ALL_NEW',
        }),
      )
      return changed && slotOf(id, changed.Attributes as SlotItem)
    },

    async removeUsers(id, users) {
      await update(id, {
        UpdateExpression: 'DELETE #users :users',
        ExpressionAttributeNames: { '#users': 'users' },
        ExpressionAttributeValues: { ':users': new Set(users.map(textOf)) },
      })
    },

    close: ({ id, users = [] }, closedAt) =>
      conditionHeld(
        update(id, {
          UpdateExpression: 'SET closedAt = if_not_exists(closedAt, :at)',
          ConditionExpression: `attribute_exists(id) AND ${
            users.length === 0 ? 'attribute_not_exists(#users)' : '#users = :seen'
          }`,
          ExpressionAttributeNames: { '#users': 'users' },
          ExpressionAttributeValues: {
            ':at': closedAt,
            ...(users.length > 0 && { ':seen': new Set(users.map(textOf)) }),
          },
        }),
      ),
  }
}
