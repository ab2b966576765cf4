import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { applied, changed } from '../../dynamo.ts'
import { type Endpoint, MAX_ENDPOINTS } from './endpoint.ts'
import {
  disabling,
  ENABLING,
  type EndpointChange,
  failingAnew,
  failingOn,
  replacing,
  WORKING,
} from './endpoint-changes.ts'
import { endpointSeats } from './endpoint-seats.ts'
import type { EndpointStore } from './endpoint-store.ts'

const PREFIX = 'endpoint#'
const keyOf = (account: string, id: string) => ({ owner: account, entry: `${PREFIX}${id}` })

/** Endpoints in a DynamoDB table with the keys `owner` and `entry`. */
export const dynamoEndpointStore = (
  dynamo: DynamoDBDocumentClient,
  table: string,
): EndpointStore => {
  const seats = endpointSeats(dynamo, table)
  const send = (account: string, id: string, change: EndpointChange) =>
    dynamo.send(new UpdateCommand({ TableName: table, Key: keyOf(account, id), ...change }))
  const update = (account: string, id: string, change: EndpointChange) =>
    applied(send(account, id, change))

  const endpoints = async (account: string): Promise<Endpoint[]> => {
    const { Items = [] } = await dynamo.send(new QueryCommand(endpointsOf(table, account)))
    return Items as Endpoint[]
  }
  const unlist = (account: string, id: string) =>
    applied(
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
      while (await seats.take(account, id, present)) {
        await dynamo.send(new PutCommand({ TableName: table, Item }))
        // Otherwise it was removed at the same time, and somebody else may have its seat.
        if (await seats.of(account, id)) return true
        await unlist(account, id)
      }
      return false
    },

    replaceSecrets: ({ account, id, secrets: former }, next) =>
      update(account, id, replacing(former, next)),
    disableEndpoint: (account, id, off) => update(account, id, disabling(off)),
    enableEndpoint: (account, id) => update(account, id, ENABLING),

    async removeEndpoint(account, id) {
      const token = await seats.of(account, id)
      const removed = await unlist(account, id)
      if (token !== undefined) await seats.leave(account, id, token)
      return removed
    },

    async noteFailure(account, id, at) {
      // The last of these meets a streak that somebody else began anew in between.
      for (const change of [failingOn(at), failingAnew(at), failingOn(at)]) {
        const endpoint = (await changed(send(account, id, change)))?.Attributes as
          | Endpoint
          | undefined
        if (endpoint) return { since: endpoint.failingSince ?? at, count: endpoint.failures ?? 1 }
      }
      return undefined
    },

    async noteTaken(account, id) {
      await update(account, id, WORKING)
    },
  }
}

const endpointsOf = (table: string, account: string) => ({
  TableName: table,
  ConsistentRead: true,
  KeyConditionExpression: '#owner = :account AND begins_with(entry, :prefix)',
  ExpressionAttributeNames: { '#owner': 'owner' },
  ExpressionAttributeValues: { ':account': account, ':prefix': PREFIX },
  // One that is removed and registered at the same time may be there for a moment without a seat.
  Limit: MAX_ENDPOINTS * 2,
})
