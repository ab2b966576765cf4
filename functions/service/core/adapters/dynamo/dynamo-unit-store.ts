import { randomInt } from 'node:crypto'
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '../../../../dynamo.ts'
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

/** How often `reserve` picks grants again after another request emptied the ones it had picked. */
const MAX_TRIES = MAX_CREDIT_GRANTS

/**
 * Units in a DynamoDB table with the keys `account` and `entry`: one item `balance` an account, and an item `history#…`
 * for each entry of its history.
 */
export function dynamoUnitStore(dynamo: DynamoDBDocumentClient, table: string): UnitStore {
  const keyOf = (account: string) => ({ account, entry: 'balance' })
  const read = async (account: string): Promise<BalanceItem | undefined> => {
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: table, Key: keyOf(account), ConsistentRead: true }),
    )
    return Item as BalanceItem | undefined
  }
  const update = (account: string, change: BalanceUpdate) =>
    conditionHeld(
      dynamo.send(new UpdateCommand({ TableName: table, Key: keyOf(account), ...change })),
    )
  const writeEntry = (account: string, entry: UnitEntry) =>
    conditionHeld(
      dynamo.send(
        new PutCommand({
          TableName: table,
          Item: { account, entry: entryKey(entry), ...entry },
          ConditionExpression: 'attribute_not_exists(entry)',
        }),
      ),
    )

  /** Writes the expiry to the history first. A crash in between repeats the entry; the other order would lose it. */
  const removeDeadGrants = async (
    account: string,
    item: BalanceItem,
    now: number,
  ): Promise<void> => {
    for (const grant of removableGrants(item, now)) {
      if (grant.remaining > 0) await writeEntry(account, expiryEntry(grant))
      await update(account, removeGrantUpdate(grant))
    }
  }

  const grant = async (account: string, request: GrantRequest): Promise<void> => {
    const id = newGrantId(request.at)
    if (await update(account, grantUpdate(id, request)))
      return writeGrantEntry(account, id, request)
    const item = await read(account)
    const earlier = item?.grants[request.reference]
    if (earlier !== undefined) return writeGrantEntry(account, earlier, request)
    if (!item) await update(account, initialBalanceUpdate)
    else await removeDeadGrants(account, item, request.at)
    if (await update(account, grantUpdate(id, request)))
      return writeGrantEntry(account, id, request)
    if (grantsOf(await read(account)).length < MAX_CREDIT_GRANTS) return grant(account, request)
    throw new Error(
      `An account has at most ${MAX_CREDIT_GRANTS} lots of units that are not used up.`,
    )
  }

  /** Also called for a repeated grant, because the first call may have crashed between the two writes. */
  const writeGrantEntry = async (
    account: string,
    id: string,
    { units, reference }: GrantRequest,
  ) => {
    const at = Math.floor(Number(id) / GRANT_IDS_PER_SECOND)
    await writeEntry(account, {
      action: 'grant',
      target: reference,
      units,
      lots: [{ lot: id, units }],
      at,
    })
  }

  const reserve: UnitStore['reserve'] = async (account, request) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const item = await read(account)
      const all = reservationsOf(item)
      const held = all.find(({ taskId }) => taskId === request.taskId)
      if (held) return { held, all }
      if (all.length >= (request.places ?? MAX_RESERVATIONS)) return { refused: 'crowded', all }
      if (!item) return { refused: 'insufficient', all }
      await removeDeadGrants(account, item, request.at)
      const lots = drawUnits(grantsOf(item), request, request.at)
      if (!lots) return { refused: 'insufficient', all }
      const made = reservationOf(request, lots)
      if (await update(account, reserveUpdate(made))) return { held: made, all: [...all, made] }
    }
    return { refused: 'crowded', all: [] }
  }

  /** Closes a reservation with the shares the caller knows, or with the stored ones when it was lowered since. */
  const close = async (
    account: string,
    { taskId, id, lots }: Parameters<UnitStore['release']>[1],
    charge: number,
  ): Promise<void> => {
    if (lots && (await update(account, closeUpdate({ taskId, id, lots }, charge)))) return
    const held = (await read(account))?.reserved[taskId]
    if (held?.id === id) await close(account, { taskId, id, lots: held.lots }, charge)
  }

  return {
    balance: async (account, now = Math.floor(Date.now() / 1000)) =>
      balanceOf(await read(account), now),
    usableGrants: async (account, now) => usableGrants(await read(account), now),
    grant,
    reserve,

    async charge(account, { taskId, id, lots }, { units, at }) {
      await close(account, { taskId, id, lots }, units)
      // Written even when the balance was charged before, because that call may have crashed between the two writes.
      const shares = firstUnits(lots, units).map((share) => ({ ...share, units: -share.units }))
      await writeEntry(account, {
        action: 'charge',
        target: taskId,
        units: -units,
        lots: shares,
        at,
      })
    },

    async lower(account, reservation, units) {
      await update(account, lowerUpdate(reservation, units))
    },

    release: (account, reservation) => close(account, reservation, 0),

    history: (account, limit, after) => readUnitHistory(dynamo, table, { account, limit, after }),
  }
}

const GRANT_IDS_PER_SECOND = 1_000_000

/** The epoch second of the grant and six random digits. Below 2^53 until the year 2255: clients read it as a number. */
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
