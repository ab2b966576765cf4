import { randomUUID } from 'node:crypto'
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '../../../../dynamo.ts'
import { MAX_ENDPOINTS } from '../../model/endpoint.ts'

/**
 * The tokens of taken slots by endpoint id. A token is unique to one acquisition and begins with the epoch second at
 * which it was made.
 */
type SlotTokens = Readonly<Record<string, string>>

/**
 * The slots of an account's endpoints. They are one item, so that no more than `MAX_ENDPOINTS` endpoints get one
 * however many are registered at the same time.
 */
export type EndpointSlots = {
  /**
   * Acquires the endpoint's own slot or a free one; false when there is none. `present` returns the ids of the
   * endpoints that are stored.
   */
  acquire(account: string, id: string, present: () => Promise<string[]>): Promise<boolean>
  /** The token of the endpoint's slot. */
  tokenOf(account: string, id: string): Promise<string | undefined>
  /** Releases the slot, unless it was acquired anew since the token was read. */
  release(account: string, id: string, token: string): Promise<boolean>
}

/**
 * Slot and endpoint are written within moments. A slot without an endpoint for this long was left by a registration
 * that crashed.
 */
const REGISTRATION_SECONDS = 60

/** Endpoint slots in the DynamoDB table of the endpoints: the item `seats` of an account. */
export function dynamoEndpointSlots(dynamo: DynamoDBDocumentClient, table: string): EndpointSlots {
  const keyOf = (account: string) => ({ TableName: table, Key: { owner: account, entry: 'seats' } })

  const read = async (account: string): Promise<SlotTokens | undefined> => {
    const { Item } = await dynamo.send(new GetCommand({ ...keyOf(account), ConsistentRead: true }))
    return Item?.['seats'] as SlotTokens | undefined
  }
  const createItem = (account: string, slots: SlotTokens) =>
    conditionHeld(
      dynamo.send(
        new UpdateCommand({
          ...keyOf(account),
          UpdateExpression: 'SET seats = :seats',
          ConditionExpression: 'attribute_not_exists(seats)',
          ExpressionAttributeValues: { ':seats': slots },
        }),
      ),
    )
  const tryAcquire = (account: string, id: string, now: number) =>
    conditionHeld(
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
  const release: EndpointSlots['release'] = (account, id, token) =>
    conditionHeld(
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

  const acquire: EndpointSlots['acquire'] = async (account, id, present) => {
    const now = Math.floor(Date.now() / 1000)
    if (await tryAcquire(account, id, now)) return true
    // Slots are read before endpoints, so that an endpoint registered in between does not look absent.
    const slots = await read(account)
    const there = await present()
    if (!slots) {
      await createItem(account, Object.fromEntries(there.map((each) => [each, '0'])))
      return acquire(account, id, present)
    }
    const abandoned = Object.entries(slots).filter(
      ([each, token]) =>
        !there.includes(each) && now - Number.parseInt(token, 10) >= REGISTRATION_SECONDS,
    )
    const freed = await Promise.all(abandoned.map(([each, token]) => release(account, each, token)))
    const hasRoom = Object.keys(slots).length < MAX_ENDPOINTS
    return hasRoom || freed.includes(true) ? acquire(account, id, present) : false
  }

  return { acquire, release, tokenOf: async (account, id) => (await read(account))?.[id] }
}
