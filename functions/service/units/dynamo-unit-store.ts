import { randomInt } from 'node:crypto'
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { applied } from '../../dynamo.ts'
import {
  type BalanceChange,
  closing,
  forgetting,
  granting,
  lowering,
  opening,
  reserving,
} from './balance-changes.ts'
import {
  type BalanceItem,
  balanceOf,
  deadLots,
  lotsOf,
  reservationsOf,
  usableLots,
} from './balance-item.ts'
import { drawFrom, firstOf, type Lot, type Shares, sumOf } from './lot.ts'
import { readHistory } from './read-history.ts'
import { entryKey, type UnitEntry } from './unit-entry.ts'
import {
  type Grant,
  MAX_LOTS,
  MAX_RESERVATIONS,
  type Reservation,
  type UnitStore,
  type Wish,
} from './unit-store.ts'

/** How often a reservation looks for other lots after somebody emptied the ones it meant to take from. */
const TRIES = MAX_LOTS

/** Units in a DynamoDB table with the keys `account` and `entry`: `balance`, and `history#…` for each fact. */
export const dynamoUnitStore = (dynamo: DynamoDBDocumentClient, table: string): UnitStore => {
  const keyOf = (account: string) => ({ account, entry: 'balance' })
  const read = async (account: string): Promise<BalanceItem | undefined> => {
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: table, Key: keyOf(account), ConsistentRead: true }),
    )
    return Item as BalanceItem | undefined
  }
  const update = (account: string, change: BalanceChange) =>
    applied(dynamo.send(new UpdateCommand({ TableName: table, Key: keyOf(account), ...change })))
  const note = (account: string, entry: UnitEntry) =>
    applied(
      dynamo.send(
        new PutCommand({
          TableName: table,
          Item: { account, entry: entryKey(entry), ...entry },
          ConditionExpression: 'attribute_not_exists(entry)',
        }),
      ),
    )

  /** The expiry is written down first: a crash in between repeats it, the other order would lose it. */
  const forget = async (account: string, item: BalanceItem, now: number): Promise<void> => {
    for (const lot of deadLots(item, now)) {
      if (lot.remaining > 0) await note(account, expiryOf(lot))
      await update(account, forgetting(lot))
    }
  }

  const grant = async (account: string, wish: Grant): Promise<void> => {
    const id = newLotId(wish.at)
    if (await update(account, granting(id, wish))) return noteGrant(account, id, wish)
    const item = await read(account)
    const earlier = item?.grants[wish.reference]
    if (earlier !== undefined) return noteGrant(account, earlier, wish)
    if (!item) await update(account, opening)
    else await forget(account, item, wish.at)
    if (await update(account, granting(id, wish))) return noteGrant(account, id, wish)
    if (lotsOf(await read(account)).length < MAX_LOTS) return grant(account, wish)
    throw new Error(`An account has at most ${MAX_LOTS} lots of units that are not used up.`)
  }

  /** Written for a repeated grant too: the first time may have ended before it got here. */
  const noteGrant = async (account: string, id: string, { units, reference }: Grant) => {
    const at = Math.floor(Number(id) / LOTS_A_SECOND)
    await note(account, {
      action: 'grant',
      target: reference,
      units,
      lots: [{ lot: id, units }],
      at,
    })
  }

  const reserve: UnitStore['reserve'] = async (account, wish) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const item = await read(account)
      const all = reservationsOf(item)
      const held = all.find(({ taskId }) => taskId === wish.taskId)
      if (held) return { held, all }
      if (all.length >= MAX_RESERVATIONS) return { refused: 'crowded', all }
      if (!item) return { refused: 'insufficient', all }
      await forget(account, item, wish.at)
      const lots = drawFrom(lotsOf(item), wish, wish.at)
      if (!lots) return { refused: 'insufficient', all }
      const mine = reservationOf(wish, lots)
      if (await update(account, reserving(mine))) return { held: mine, all: [...all, mine] }
    }
    return { refused: 'crowded', all: [] }
  }

  /** Closes a reservation as the task knows it, or as it is when it was lowered since. */
  const close = async (
    account: string,
    { taskId, id, lots }: Parameters<UnitStore['release']>[1],
    charge: number,
  ): Promise<void> => {
    if (lots && (await update(account, closing({ taskId, id, lots }, charge)))) return
    const held = (await read(account))?.reserved[taskId]
    if (held?.id === id) await close(account, { taskId, id, lots: held.lots }, charge)
  }

  return {
    balance: async (account, now = Math.floor(Date.now() / 1000)) =>
      balanceOf(await read(account), now),
    lots: async (account, now) => usableLots(await read(account), now),
    grant,
    reserve,

    async settle(account, { taskId, id, lots }, { units, at }) {
      await close(account, { taskId, id, lots }, units)
      // Written even when the balance was settled before: that time may have ended between the two writes.
      const shares = firstOf(lots, units).map((share) => ({ ...share, units: -share.units }))
      await note(account, { action: 'charge', target: taskId, units: -units, lots: shares, at })
    },

    async lower(account, reservation, units) {
      await update(account, lowering(reservation, units))
    },

    release: (account, reservation) => close(account, reservation, 0),

    history: (account, limit, after) => readHistory(dynamo, table, { account, limit, after }),
  }
}

const LOTS_A_SECOND = 1_000_000

/** Below 2^53 until the year 2255, because clients read it as a number. */
const newLotId = (at: number): string => String(at * LOTS_A_SECOND + randomInt(LOTS_A_SECOND))

const reservationOf = ({ taskId, id, at }: Wish, lots: Shares): Reservation => ({
  taskId,
  id,
  units: sumOf(lots),
  lots,
  at,
})

const expiryOf = ({ id, remaining, expiresAt = 0 }: Lot): UnitEntry => ({
  action: 'expire',
  target: id,
  units: -remaining,
  lots: [{ lot: id, units: -remaining }],
  at: expiresAt,
})
