import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { applied } from '../dynamo.ts'
import { type Endpoint, MAX_ENDPOINTS } from './endpoint.ts'
import type { EndpointStore } from './endpoint-store.ts'

const PREFIX = 'endpoint#'
const keyOf = (account: string, id: string) => ({ owner: account, entry: `${PREFIX}${id}` })

/** Endpoints in a DynamoDB table with the keys `owner` and `entry`. */
export const dynamoEndpointStore = (
  dynamo: DynamoDBDocumentClient,
  table: string,
): EndpointStore => ({
  async endpoints(account) {
    const { Items = [] } = await dynamo.send(new QueryCommand(endpointsOf(table, account)))
    return Items as Endpoint[]
  },

  async endpoint(account, id) {
    const key = keyOf(account, id)
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: table, Key: key, ConsistentRead: true }),
    )
    return Item as Endpoint | undefined
  },

  async putEndpoint(endpoint) {
    const item = { ...keyOf(endpoint.account, endpoint.id), ...endpoint }
    await dynamo.send(new PutCommand({ TableName: table, Item: item }))
  },

  async disableEndpoint(account, id, reason) {
    const key = keyOf(account, id)
    await applied(
      dynamo.send(new UpdateCommand({ TableName: table, Key: key, ...disabling(reason) })),
    )
  },
})

const endpointsOf = (table: string, account: string) => ({
  TableName: table,
  ConsistentRead: true,
  KeyConditionExpression: '#owner = :account AND begins_with(entry, :prefix)',
  ExpressionAttributeNames: { '#owner': 'owner' },
  ExpressionAttributeValues: { ':account': account, ':prefix': PREFIX },
  // Two registrations at once may both find room, so a page has some to spare.
  Limit: MAX_ENDPOINTS * 2,
})

const disabling = (reason: string) => ({
  UpdateExpression: 'SET active = :off, inactiveReason = :reason',
  ConditionExpression: 'attribute_exists(entry)',
  ExpressionAttributeValues: { ':off': false, ':reason': reason },
})
