import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { applied } from '../dynamo.ts'
import { type BalanceChange, granting, releasing, reserving, settling } from './balance-changes.ts'
import { MAX_RESERVATIONS, type Reservation, type Reserved, type UnitStore } from './unit-store.ts'

type BalanceItem = {
  available: number
  spent: number
  reserved: Record<string, Omit<Reservation, 'taskId'>>
  /** References of recent grants, so that a repeated one adds nothing. */
  grants: Set<string>
}

/** Units in a DynamoDB table with the keys `account` and `entry`: `balance`, and `task#…` for each charge. */
export const dynamoUnitStore = (dynamo: DynamoDBDocumentClient, table: string): UnitStore => {
  const read = async (account: string): Promise<BalanceItem | undefined> => {
    const key = { account, entry: 'balance' }
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: table, Key: key, ConsistentRead: true }),
    )
    return Item as BalanceItem | undefined
  }
  const update = (account: string, change: BalanceChange) =>
    applied(
      dynamo.send(
        new UpdateCommand({ TableName: table, Key: { account, entry: 'balance' }, ...change }),
      ),
    )
  const note = (entry: Record<string, unknown>) =>
    applied(
      dynamo.send(
        new PutCommand({
          TableName: table,
          Item: entry,
          ConditionExpression: 'attribute_not_exists(entry)',
        }),
      ),
    )

  return {
    async balance(account) {
      const { available = 0, spent = 0, reserved = {} } = (await read(account)) ?? {}
      const held = Object.values(reserved).reduce((sum, { units }) => sum + units, 0)
      return { available, reserved: held, spent }
    },

    async grant(account, units, reference, at) {
      await update(account, granting(units, reference))
      await note({ account, entry: `grant#${reference}`, units, at })
    },

    async reserve(account, reservation) {
      const done = await update(account, reserving(reservation))
      return done
        ? { held: reservation, all: reservationsOf(await read(account)) }
        : refusedOf(await read(account), reservation)
    },

    async settle(account, reservation, at) {
      await update(account, settling(reservation))
      // Written even when the balance was settled before: that time may have ended between the two writes.
      const { taskId, units } = reservation
      await note({ account, entry: `task#${taskId}`, units: -units, at })
    },

    async release(account, reservation) {
      await update(account, releasing(reservation))
    },
  }
}

const reservationsOf = (item: BalanceItem | undefined): Reservation[] =>
  Object.entries(item?.reserved ?? {}).map(([taskId, rest]) => ({ taskId, ...rest }))

const refusedOf = (item: BalanceItem | undefined, { taskId }: Reservation): Reserved => {
  const all = reservationsOf(item)
  const held = all.find((reservation) => reservation.taskId === taskId)
  if (held) return { held, all }
  return { refused: all.length >= MAX_RESERVATIONS ? 'crowded' : 'insufficient', all }
}
