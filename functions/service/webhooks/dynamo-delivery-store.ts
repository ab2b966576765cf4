import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { applied } from '../dynamo.ts'
import type { Attempt, Delivery } from './delivery.ts'
import type { DeliveryKey, DeliveryStore } from './delivery-store.ts'

type Change = Omit<UpdateCommandInput, 'TableName' | 'Key'>

const keyOf = ({ account, eventId, endpointId }: DeliveryKey) => ({
  owner: account,
  entry: `delivery#${eventId}#${endpointId}`,
})

/** Deliveries in a DynamoDB table with the keys `owner` and `entry`. */
export const dynamoDeliveryStore = (
  dynamo: DynamoDBDocumentClient,
  table: string,
): DeliveryStore => {
  const update = (key: DeliveryKey, change: Change) =>
    applied(dynamo.send(new UpdateCommand({ TableName: table, Key: keyOf(key), ...change })))

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
            Item: { ...keyOf(delivery), ...delivery },
            ConditionExpression: 'attribute_not_exists(entry)',
          }),
        ),
      ),

    claim: (key, attempt, now, until) => update(key, claiming(attempt, now, until)),
    record: (key, attempt, made, next) => update(key, recording(attempt, made, next)),
    async refuse(key) {
      await update(key, refusing)
    },
  }
}

const PENDING_ATTEMPT = '#status = :pending AND attempt = :attempt'
const NAMES = { '#status': 'status' }

const claiming = (attempt: number, now: number, until: number): Change => ({
  UpdateExpression: 'SET claimedUntil = :until',
  ConditionExpression: `${PENDING_ATTEMPT} AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)`,
  ExpressionAttributeNames: NAMES,
  ExpressionAttributeValues: {
    ':pending': 'pending',
    ':attempt': attempt,
    ':now': now,
    ':until': until,
  },
})

const recording = (
  attempt: number,
  made: Attempt,
  next: Pick<Delivery, 'status' | 'dueAt'>,
): Change => ({
  UpdateExpression: `SET #status = :status, dueAt = :due, attempt = :next,
    attempts = list_append(attempts, :made) REMOVE claimedUntil`,
  ConditionExpression: PENDING_ATTEMPT,
  ExpressionAttributeNames: NAMES,
  ExpressionAttributeValues: {
    ':pending': 'pending',
    ':attempt': attempt,
    ':next': attempt + 1,
    ':status': next.status,
    ':due': next.dueAt,
    ':made': [made],
  },
})

const refusing: Change = {
  UpdateExpression: 'SET #status = :refused',
  ConditionExpression: '#status = :pending',
  ExpressionAttributeNames: NAMES,
  ExpressionAttributeValues: { ':refused': 'refused', ':pending': 'pending' },
}
