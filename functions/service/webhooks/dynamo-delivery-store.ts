import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { applied, changed } from '../../dynamo.ts'
import type { Delivery } from './delivery.ts'
import {
  claiming,
  type DeliveryChange,
  recording,
  refusing,
  replaying,
} from './delivery-changes.ts'
import type { DeliveryKey, DeliveryStore } from './delivery-store.ts'
import { listDeliveries } from './list-deliveries.ts'
import { pendingShardOf, readDueDeliveries } from './pending-deliveries.ts'

const keyOf = ({ account, eventId, endpointId }: DeliveryKey) => ({
  owner: account,
  entry: `delivery#${eventId}#${endpointId}`,
})

/** Deliveries in a DynamoDB table with the keys `owner` and `entry` and an index `pending` of those to be made. */
export const dynamoDeliveryStore = (
  dynamo: DynamoDBDocumentClient,
  table: string,
): DeliveryStore => {
  const send = (key: DeliveryKey, change: DeliveryChange) =>
    changed(dynamo.send(new UpdateCommand({ TableName: table, Key: keyOf(key), ...change })))
  const update = async (key: DeliveryKey, change: DeliveryChange) =>
    (await send(key, change)) !== undefined

  return {
    async delivery(key) {
      const { Item } = await dynamo.send(
        new GetCommand({ TableName: table, Key: keyOf(key), ConsistentRead: true }),
      )
      return Item as Delivery | undefined
    },

    createDelivery: (delivery) =>
      applied(
        dynamo.send(
          new PutCommand({
            TableName: table,
            Item: { ...keyOf(delivery), ...delivery, pending: pendingShardOf(delivery.eventId) },
            ConditionExpression: 'attribute_not_exists(entry)',
          }),
        ),
      ),

    deliveries: (account, since) => listDeliveries(dynamo, table, account, since),
    dueBefore: (before, limit) => readDueDeliveries(dynamo, table, before, limit),
    claim: async (key, attempt, now, until) =>
      (await send(key, claiming(attempt, now, until)))?.Attributes as Delivery | undefined,
    record: (key, attempt, made, next) => update(key, recording(attempt, made, next)),
    replay: (key, attempt, now) =>
      update(key, replaying(attempt, now, pendingShardOf(key.eventId))),
    async refuse(key) {
      await update(key, refusing)
    },
  }
}
