import { randomInt } from 'node:crypto'
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { applied } from '../../../dynamo.ts'
import {
  type CreditGrant,
  drawUnits,
  firstUnits,
  type GrantShares,
  totalUnits,
} from '../../model/credit-grant.ts'
import { entryKey, type UnitEntry } from '../../model/unit-entry.ts'
import {
  type GrantRequest,
  MAX_CREDIT_GRANTS,
  MAX_RESERVATIONS,
  type Reservation,
  type ReservationRequest,
  type UnitStore,
} from '../../ports/unit-store.ts'
import {
  type BalanceItem,
  balanceOf,
  grantsOf,
  removableGrants,
  reservationsOf,
  usableGrants,
} from './balance-item.ts'
import {
  type BalanceUpdate,
  closeUpdate,
  grantUpdate,
  initialBalanceUpdate,
  lowerUpdate,
  removeGrantUpdate,
  reserveUpdate,
} from './balance-updates.ts'
import { readUnitHistory } from './read-unit-history.ts'

/** How often a reservation looks for other lots after somebody emptied the ones it meant to take from. */
const MAX_TRIES = MAX_CREDIT_GRANTS

/** Units in a DynamoDB table with the keys `account` and `entry`: `balance`, and `history#…` for each fact. */
export function dynamoUnitStore(dynamo: DynamoDBDocumentClient, table: string): UnitStore {
  const keyOf = (account: string) => ({ account, entry: 'balance' })
  const read = async (account: string): Promise<BalanceItem | undefined> => {
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: table, Key: keyOf(account), ConsistentRead: true }),
    )
    return Item as BalanceItem | undefined
  }
  const update = (account: string, change: BalanceUpdate) =>
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
    for (const lot of removableGrants(item, now)) {
      if (lot.remaining > 0) await note(account, expiryEntry(lot))
      await update(account, removeGrantUpdate(lot))
    }
  }

  const grant = async (account: string, wish: GrantRequest): Promise<void> => {
    const id = newGrantId(wish.at)
    if (await update(account, grantUpdate(id, wish))) return noteGrant(account, id, wish)
    const item = await read(account)
    const earlier = item?.grants[wish.reference]
    if (earlier !== undefined) return noteGrant(account, earlier, wish)
    if (!item) await update(account, initialBalanceUpdate)
    else await forget(account, item, wish.at)
    if (await update(account, grantUpdate(id, wish))) return noteGrant(account, id, wish)
    if (grantsOf(await read(account)).length < MAX_CREDIT_GRANTS) return grant(account, wish)
    throw new Error(
      `An account has at most ${MAX_CREDIT_GRANTS} lots of units that are not used up.`,
    )
  }

  /** Written for a repeated grant too: the first time may have ended before it got here. */
  const noteGrant = async (account: string, id: string, { units, reference }: GrantRequest) => {
    const at = Math.floor(Number(id) / GRANT_IDS_PER_SECOND)
    await note(account, {
      action: 'grant',
      target: reference,
      units,
      lots: [{ lot: id, units }],
      at,
    })
  }

  const reserve: UnitStore['reserve'] = async (account, wish) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const item = await read(account)
      const all = reservationsOf(item)
      const held = all.find(({ taskId }) => taskId === wish.taskId)
      if (held) return { held, all }
      if (all.length >= MAX_RESERVATIONS) return { refused: 'crowded', all }
      if (!item) return { refused: 'insufficient', all }
      await forget(account, item, wish.at)
      const lots = drawUnits(grantsOf(item), wish, wish.at)
      if (!lots) return { refused: 'insufficient', all }
      const mine = reservationOf(wish, lots)
      if (await update(account, reserveUpdate(mine))) return { held: mine, all: [...all, mine] }
    }
    return { refused: 'crowded', all: [] }
  }

  /** Closes a reservation as the task knows it, or as it is when it was lowered since. */
  const close = async (
    account: string,
    { taskId, id, usableGrants }: Parameters<UnitStore['release']>[1],
    charge: number,
  ): Promise<void> => {
    if (
      usableGrants &&
      (await update(account, closeUpdate({ taskId, id, lots: usableGrants }, charge)))
    )
      return
    const held = (await read(account))?.reserved[taskId]
    if (held?.id === id) await close(account, { taskId, id, usableGrants: held.lots }, charge)
  }

  return {
    balance: async (account, now = Math.floor(Date.now() / 1000)) =>
      balanceOf(await read(account), now),
    lots: async (account, now) => usableGrants(await read(account), now),
    grant,
    reserve,

    async charge(account, { taskId, id, lots }, { units, at }) {
      await close(account, { taskId, id, usableGrants: lots }, units)
      // Written even when the balance was settled before: that time may have ended between the two writes.
      const shares = firstUnits(lots, units).map((share) => ({ ...share, units: -share.units }))
      await note(account, { action: 'charge', target: taskId, units: -units, lots: shares, at })
    },

    async lower(account, reservation, units) {
      await update(account, lowerUpdate(reservation, units))
    },

    release: (account, reservation) => close(account, reservation, 0),

    history: (account, limit, after) => readUnitHistory(dynamo, table, { account, limit, after }),
  }
}

const GRANT_IDS_PER_SECOND = 1_000_000

/** Below 2^53 until the year 2255, because clients read it as a number. */
function newGrantId(at: number): string {
  return String(at * GRANT_IDS_PER_SECOND + randomInt(GRANT_IDS_PER_SECOND))
}

function reservationOf({ taskId, id, at }: ReservationRequest, lots: GrantShares): Reservation {
  return {
    taskId,
    id,
    units: totalUnits(lots),
    lots,
    at,
  }
}

function expiryEntry({ id, remaining, expiresAt = 0 }: CreditGrant): UnitEntry {
  return {
    action: 'expire',
    target: id,
    units: -remaining,
    lots: [{ lot: id, units: -remaining }],
    at: expiresAt,
  }
}
