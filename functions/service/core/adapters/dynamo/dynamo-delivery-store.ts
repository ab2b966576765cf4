import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { conditionHeld, resultIfApplied } from '../../../../dynamo.ts'
import type { Delivery } from '../../model/delivery.ts'
import type { DeliveryKey, DeliveryStore } from '../../ports/webhook-store.ts'
import {
  failuresOf,
  listDeliveries,
  pendingShardOf,
  readDueDeliveries,
  readFailedDeliveries,
} from './delivery-queries.ts'
import {
  claimUpdate,
  type DeliveryUpdate,
  recordUpdate,
  refuseUpdate,
  replayUpdate,
} from './delivery-updates.ts'

function keyOf({ account, eventId, endpointId }: DeliveryKey) {
  return {
    owner: account,
    entry: `delivery#${eventId}#${endpointId}`,
  }
}

/** Deliveries in a DynamoDB table with the keys `owner` and `entry` and a sparse index `pending`. */
export function dynamoDeliveryStore(dynamo: DynamoDBDocumentClient, table: string): DeliveryStore {
  const send = (key: DeliveryKey, change: DeliveryUpdate) =>
    resultIfApplied(
      dynamo.send(new UpdateCommand({ TableName: table, Key: keyOf(key), ...change })),
    )
  const update = async (key: DeliveryKey, change: DeliveryUpdate) =>
    (await send(key, change)) !== undefined

  return {
    async delivery(key) {
      const { Item } = await dynamo.send(
        new GetCommand({ TableName: table, Key: keyOf(key), ConsistentRead: true }),
      )
      return Item as Delivery | undefined
    },

    createDelivery: (delivery) =>
      conditionHeld(
        dynamo.send(
          new PutCommand({
            TableName: table,
            Item: { ...keyOf(delivery), ...delivery, pending: pendingShardOf(delivery.eventId) },
            ConditionExpression: 'attribute_not_exists(entry)',
          }),
        ),
      ),

    deliveries: (account, since) => listDeliveries(dynamo, table, account, since),
    failedDeliveries: async (account, span) => {
      const keys = await readFailedDeliveries(dynamo, table, account, span)
      const found = await Promise.all(
        keys.map(async (key) => {
          const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key: keyOf(key) }))
          return Item as Delivery | undefined
        }),
      )
      return found.filter((delivery) => delivery !== undefined)
    },
    deliveriesOf: async (account, eventId) => {
      const { Items = [] } = await dynamo.send(
        new QueryCommand({
          TableName: table,
          ConsistentRead: true,
          KeyConditionExpression: '#owner = :account AND begins_with(entry, :prefix)',
          ExpressionAttributeNames: { '#owner': 'owner' },
          ExpressionAttributeValues: { ':account': account, ':prefix': `delivery#${eventId}#` },
        }),
      )
      return Items as Delivery[]
    },
    dueBefore: (before, limit) => readDueDeliveries(dynamo, table, before, limit),
    claim: async (key, attempt, now, until) =>
      (await send(key, claimUpdate(attempt, now, until)))?.Attributes as Delivery | undefined,
    record: (key, attempt, made, next) =>
      update(key, recordUpdate(attempt, made, next, failuresOf(key.account))),
    replay: (key, attempt, now) =>
      update(key, replayUpdate(attempt, now, pendingShardOf(key.eventId))),
    async refuse(key) {
      await update(key, refuseUpdate(failuresOf(key.account)))
    },
  }
}
