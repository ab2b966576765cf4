import { randomUUID } from 'node:crypto'
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { applied } from '../../../dynamo.ts'
import { MAX_ENDPOINTS } from '../../model/endpoint.ts'

/** Who sits, by endpoint: a token that tells one taking of the seat from another, and begins with its epoch second. */
type SlotTokens = Readonly<Record<string, string>>

/**
 * The seats of an account's endpoints, all in one item, so that however many are registered at once no more than ten
 * find one. `present` gives the ids of the endpoints that are there.
 */
export type EndpointSlots = {
  /** Takes the endpoint's seat, its own or a free one; false when there is none. */
  acquire(account: string, id: string, present: () => Promise<string[]>): Promise<boolean>
  /** The token of the endpoint's seat. */
  tokenOf(account: string, id: string): Promise<string | undefined>
  /** Frees the seat, unless it was taken anew since the token was read. */
  release(account: string, id: string, token: string): Promise<boolean>
}

/** A seat whose endpoint has not come by then was taken by somebody who died: the two are written within moments. */
const REGISTRATION_SECONDS = 60

/** Seats in the DynamoDB table of the endpoints. */
export function dynamoEndpointSlots(dynamo: DynamoDBDocumentClient, table: string): EndpointSlots {
  const keyOf = (account: string) => ({ TableName: table, Key: { owner: account, entry: 'seats' } })

  const read = async (account: string): Promise<SlotTokens | undefined> => {
    const { Item } = await dynamo.send(new GetCommand({ ...keyOf(account), ConsistentRead: true }))
    return Item?.['seats'] as SlotTokens | undefined
  }
  const open = (account: string, seats: SlotTokens) =>
    applied(
      dynamo.send(
        new UpdateCommand({
          ...keyOf(account),
          UpdateExpression: 'SET seats = :seats',
          ConditionExpression: 'attribute_not_exists(seats)',
          ExpressionAttributeValues: { ':seats': seats },
        }),
      ),
    )
  const sit = (account: string, id: string, now: number) =>
    applied(
      dynamo.send(
        new UpdateCommand({
          ...keyOf(account),
          UpdateExpression: 'SET seats.#id = :token',
          ConditionExpression:
            'attribute_exists(seats) AND (attribute_exists(seats.#id) OR size(seats) < :most)',
          ExpressionAttributeNames: { '#id': id },
          ExpressionAttributeValues: { ':token': `${now} ${randomUUID()}`, ':most': MAX_ENDPOINTS },
        }),
      ),
    )
  const leave: EndpointSlots['release'] = (account, id, token) =>
    applied(
      dynamo.send(
        new UpdateCommand({
          ...keyOf(account),
          UpdateExpression: 'REMOVE seats.#id',
          ConditionExpression: 'seats.#id = :token',
          ExpressionAttributeNames: { '#id': id },
          ExpressionAttributeValues: { ':token': token },
        }),
      ),
    )

  const take: EndpointSlots['acquire'] = async (account, id, present) => {
    const now = Math.floor(Date.now() / 1000)
    if (await sit(account, id, now)) return true
    // Read before who is there, so that nobody who sat down in between looks absent.
    const seats = await read(account)
    const there = await present()
    if (!seats) {
      await open(account, Object.fromEntries(there.map((each) => [each, '0'])))
      return take(account, id, present)
    }
    const left = Object.entries(seats).filter(
      ([each, token]) =>
        !there.includes(each) && now - Number.parseInt(token, 10) >= REGISTRATION_SECONDS,
    )
    const freed = await Promise.all(left.map(([each, token]) => leave(account, each, token)))
    const room = Object.keys(seats).length < MAX_ENDPOINTS
    return room || freed.includes(true) ? take(account, id, present) : false
  }

  return {
    acquire: take,
    release: leave,
    tokenOf: async (account, id) => (await read(account))?.[id],
  }
}
