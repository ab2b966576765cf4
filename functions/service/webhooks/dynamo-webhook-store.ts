import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { applied } from '../dynamo.ts'
import type { Delivery } from './delivery.ts'
import { type Endpoint, MAX_ENDPOINTS } from './endpoint.ts'
import type { DeliveryKey, WebhookStore } from './webhook-store.ts'

const deliveryKey = ({ account, eventId, endpointId }: DeliveryKey) => ({
  owner: account,
  entry: `delivery#${eventId}#${endpointId}`,
})
const endpointKey = (account: string, id: string) => ({ owner: account, entry: `endpoint#${id}` })

/** Endpoints and deliveries in a DynamoDB table with the keys `owner` and `entry`. */
export const dynamoWebhookStore = (dynamo: DynamoDBDocumentClient, table: string): WebhookStore => {
  const get = async (key: { owner: string; entry: string }) =>
    (await dynamo.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }))).Item
  const put = (item: Record<string, unknown>, condition?: string) =>
    applied(
      dynamo.send(new PutCommand({ TableName: table, Item: item, ConditionExpression: condition })),
    )
  const update = (
    key: { owner: string; entry: string },
    change: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
  ) => applied(dynamo.send(new UpdateCommand({ TableName: table, Key: key, ...change })))

  return {
    async endpoints(account) {
      const { Items = [] } = await dynamo.send(new QueryCommand(endpointsOf(table, account)))
      return Items as Endpoint[]
    },
    endpoint: async (account, id) => (await get(endpointKey(account, id))) as Endpoint | undefined,
    async putEndpoint(endpoint) {
      await put({ ...endpointKey(endpoint.account, endpoint.id), ...endpoint })
    },
    async disableEndpoint(account, id, reason) {
      await update(endpointKey(account, id), disabling(reason))
    },
    delivery: async (key) => (await get(deliveryKey(key))) as Delivery | undefined,
    createDelivery: (delivery) =>
      put({ ...deliveryKey(delivery), ...delivery }, 'attribute_not_exists(entry)'),
    claim: (key, attempt, now, until) => update(deliveryKey(key), claiming(attempt, now, until)),
    record: (key, attempt, made, next) =>
      update(deliveryKey(key), {
        ...PENDING_ATTEMPT,
        UpdateExpression: `SET #status = :status, dueAt = :due, attempt = :next,
          attempts = list_append(attempts, :made) REMOVE claimedUntil`,
        ExpressionAttributeValues: {
          ':pending': 'pending',
          ':attempt': attempt,
          ':next': attempt + 1,
          ':status': next.status,
          ':due': next.dueAt,
          ':made': [made],
        },
      }),
    async refuse(key) {
      await update(deliveryKey(key), refusing)
    },
  }
}

const PENDING_ATTEMPT = {
  ConditionExpression: '#status = :pending AND attempt = :attempt',
  ExpressionAttributeNames: { '#status': 'status' },
}

const endpointsOf = (table: string, account: string) => ({
  TableName: table,
  ConsistentRead: true,
  KeyConditionExpression: '#owner = :account AND begins_with(entry, :prefix)',
  ExpressionAttributeNames: { '#owner': 'owner' },
  ExpressionAttributeValues: { ':account': account, ':prefix': 'endpoint#' },
  // A page holds far more than an account may have.
  Limit: MAX_ENDPOINTS * 2,
})

const disabling = (reason: string) => ({
  UpdateExpression: 'SET active = :off, inactiveReason = :reason',
  ConditionExpression: 'attribute_exists(entry)',
  ExpressionAttributeValues: { ':off': false, ':reason': reason },
})

const claiming = (attempt: number, now: number, until: number) => ({
  UpdateExpression: 'SET claimedUntil = :until',
  ConditionExpression: `${PENDING_ATTEMPT.ConditionExpression} AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)`,
  ExpressionAttributeNames: PENDING_ATTEMPT.ExpressionAttributeNames,
  ExpressionAttributeValues: {
    ':pending': 'pending',
    ':attempt': attempt,
    ':now': now,
    ':until': until,
  },
})

const refusing = {
  UpdateExpression: 'SET #status = :refused',
  ConditionExpression: '#status = :pending',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: { ':refused': 'refused', ':pending': 'pending' },
}
