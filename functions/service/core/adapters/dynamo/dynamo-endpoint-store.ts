import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { conditionHeld, resultIfApplied } from '../../../../dynamo.ts'
import { type Endpoint, MAX_ENDPOINTS } from '../../model/endpoint.ts'
import type { EndpointStore } from '../../ports/webhook-store.ts'
import { dynamoEndpointSlots } from './dynamo-endpoint-slots.ts'
import {
  continueStreakUpdate,
  disableUpdate,
  ENABLE_UPDATE,
  END_STREAK_UPDATE,
  type EndpointUpdate,
  replaceSecretsUpdate,
  restartStreakUpdate,
} from './endpoint-updates.ts'

const PREFIX = 'endpoint#'
function keyOf(account: string, id: string) {
  return { owner: account, entry: `${PREFIX}${id}` }
}

/** Endpoints in a DynamoDB table with the keys `owner` and `entry`. */
export function dynamoEndpointStore(dynamo: DynamoDBDocumentClient, table: string): EndpointStore {
  const slots = dynamoEndpointSlots(dynamo, table)
  const send = (account: string, id: string, change: EndpointUpdate) =>
    dynamo.send(new UpdateCommand({ TableName: table, Key: keyOf(account, id), ...change }))
  const update = (account: string, id: string, change: EndpointUpdate) =>
    conditionHeld(send(account, id, change))

  const endpoints = async (account: string): Promise<Endpoint[]> => {
    const { Items = [] } = await dynamo.send(new QueryCommand(endpointsOf(table, account)))
    return Items as Endpoint[]
  }
  const removeItem = (account: string, id: string) =>
    conditionHeld(
      dynamo.send(
        new DeleteCommand({
          TableName: table,
          Key: keyOf(account, id),
          ConditionExpression: 'attribute_exists(entry)',
        }),
      ),
    )

  return {
    endpoints,

    async endpoint(account, id) {
      const key = keyOf(account, id)
      const { Item } = await dynamo.send(
        new GetCommand({ TableName: table, Key: key, ConsistentRead: true }),
      )
      return Item as Endpoint | undefined
    },

    async putEndpoint(endpoint) {
      const { account, id } = endpoint
      const Item = { ...keyOf(account, id), ...endpoint }
      const present = async () => (await endpoints(account)).map((each) => each.id)
      while (await slots.acquire(account, id, present)) {
        await dynamo.send(new PutCommand({ TableName: table, Item }))
        // Without a slot it was removed at the same time, and another endpoint may have its slot.
        if (await slots.tokenOf(account, id)) return true
        await removeItem(account, id)
      }
      return false
    },

    replaceSecrets: ({ account, id, secrets: former }, next) =>
      update(account, id, replaceSecretsUpdate(former, next)),
    disableEndpoint: (account, id, off) => update(account, id, disableUpdate(off)),
    enableEndpoint: (account, id) => update(account, id, ENABLE_UPDATE),

    async removeEndpoint(account, id) {
      const token = await slots.tokenOf(account, id)
      const removed = await removeItem(account, id)
      if (token !== undefined) await slots.release(account, id, token)
      return removed
    },

    async recordFailure(account, id, at) {
      // The third update is for a streak that another worker restarted between the first two.
      for (const change of [
        continueStreakUpdate(at),
        restartStreakUpdate(at),
        continueStreakUpdate(at),
      ]) {
        const endpoint = (await resultIfApplied(send(account, id, change)))?.Attributes as
          | Endpoint
          | undefined
        if (endpoint) return { since: endpoint.failingSince!, count: endpoint.failures! }
      }
      return undefined
    },

    async recordSuccess(account, id) {
      await update(account, id, END_STREAK_UPDATE)
    },
  }
}

function endpointsOf(table: string, account: string) {
  return {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: '#owner = :account AND begins_with(entry, :prefix)',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':account': account, ':prefix': PREFIX },
    // An endpoint that is removed and registered at the same time may exist for a moment without a slot.
    Limit: MAX_ENDPOINTS * 2,
  }
}
