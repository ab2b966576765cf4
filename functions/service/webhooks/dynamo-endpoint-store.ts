import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { applied } from '../dynamo.ts'
import { type Endpoint, MAX_ENDPOINTS } from './endpoint.ts'
import type { EndpointStore } from './endpoint-store.ts'

type Change = Omit<UpdateCommandInput, 'TableName' | 'Key'>

const PREFIX = 'endpoint#'
const keyOf = (account: string, id: string) => ({ owner: account, entry: `${PREFIX}${id}` })

/** Endpoints in a DynamoDB table with the keys `owner` and `entry`. */
export const dynamoEndpointStore = (
  dynamo: DynamoDBDocumentClient,
  table: string,
): EndpointStore => {
  const update = (account: string, id: string, change: Change) =>
    applied(
      dynamo.send(new UpdateCommand({ TableName: table, Key: keyOf(account, id), ...change })),
    )

  return {
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

    replaceSecrets: ({ account, id, secrets: former }, next) =>
      update(account, id, replacing(former, next)),
    disableEndpoint: (account, id, reason) => update(account, id, disabling(reason)),
    enableEndpoint: (account, id) => update(account, id, ENABLING),
    async noteFailing(account, id, since) {
      await update(account, id, failing(since))
    },
    async noteWorking(account, id) {
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
  // Two registrations at once may both find room, so a page has some to spare.
  Limit: MAX_ENDPOINTS * 2,
})

const replacing = (
  [former = '']: string[],
  { secrets, retiring }: Required<Pick<Endpoint, 'secrets' | 'retiring'>>,
): Change => ({
  UpdateExpression: 'SET secrets = :secrets, retiring = :retiring',
  ConditionExpression: 'secrets[0] = :former',
  ExpressionAttributeValues: { ':secrets': secrets, ':retiring': retiring, ':former': former },
})

const disabling = (reason: string): Change => ({
  UpdateExpression: 'SET active = :off, inactiveReason = :reason',
  ConditionExpression: 'attribute_exists(entry)',
  ExpressionAttributeValues: { ':off': false, ':reason': reason },
})

const ENABLING: Change = {
  UpdateExpression: 'SET active = :on REMOVE inactiveReason, failingSince',
  ConditionExpression: 'attribute_exists(entry)',
  ExpressionAttributeValues: { ':on': true },
}

const failing = (since: number): Change => ({
  UpdateExpression: 'SET failingSince = :since',
  ConditionExpression: 'attribute_exists(entry) AND attribute_not_exists(failingSince)',
  ExpressionAttributeValues: { ':since': since },
})

const WORKING: Change = {
  UpdateExpression: 'REMOVE failingSince',
  ConditionExpression: 'attribute_exists(entry)',
}
