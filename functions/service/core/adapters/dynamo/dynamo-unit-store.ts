import { randomInt, randomUUID } from 'node:crypto'
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { conditionHeld, resultIfApplied } from '../../../../dynamo.ts'
import { log } from '../../../../log.ts'
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
  BALANCE,
  type BalanceItem,
  type BalancePage,
  balanceOf,
  GRACE_SECONDS,
  grantsIn,
  grantsOf,
  owedBy,
  PAGE_PREFIX,
  PAGE_SIZE,
  removableGrants,
  reservationsIn,
  reservationsOf,
  type Units,
  usableGrants,
} from './balance-item.ts'
import {
  type BalanceUpdate,
  closeUpdate,
  grantUpdate,
  initialBalanceUpdate,
  type KnownReservation,
  lowerUpdate,
  moveUpdate,
  onPage,
  removeGrantUpdate,
  reserveUpdate,
  takeOverUpdate,
} from './balance-updates.ts'
import { readUnitHistory } from './read-unit-history.ts'
import { type ReadUnits, readUnits } from './read-units.ts'

/** How often `reserve` picks grants again after another request emptied the ones it had picked. */
const MAX_TRIES = MAX_CREDIT_GRANTS

/**
 * Units in a DynamoDB table with the keys `account` and `entry`: one item `balance` an account, whose older
 * reservations are moved to pages `balance#…` beside it, and an item `history#…` for each entry of its history.
 * Whatever is written changes one item, under a condition: DynamoDB's transactions cost twice as much, and two that
 * meet on an account's item refuse each other.
 */
export function dynamoUnitStore(dynamo: DynamoDBDocumentClient, table: string): UnitStore {
  const read = (account: string) => readUnits(dynamo, table, account)
  const updated = async <Item>(account: string, entry: string, change: BalanceUpdate) => {
    const Key = { account, entry }
    const write = new UpdateCommand({ TableName: table, Key, ReturnValues: 'ALL_NEW', ...change })
    return (await resultIfApplied(dynamo.send(write)))?.Attributes as Item | undefined
  }
  const update = async (account: string, change: BalanceUpdate) =>
    (await updated(account, BALANCE, change)) !== undefined
  const removePage = (account: string, { entry }: BalancePage) =>
    dynamo.send(new DeleteCommand({ TableName: table, Key: { account, entry } }))
  /** A request that arrives twice, the second time late, must not undo what was changed on the page since. */
  const putPage = (account: string, page: BalancePage) =>
    conditionHeld(
      dynamo.send(
        new PutCommand({
          TableName: table,
          Item: { account, ...page },
          ConditionExpression: 'attribute_not_exists(entry)',
        }),
      ),
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
  const removeDeadGrants = async (account: string, units: Units, now: number): Promise<void> => {
    for (const grant of removableGrants(units, now)) {
      if (grant.remaining > 0) await writeEntry(account, expiryEntry(grant))
      await update(account, removeGrantUpdate(grant))
    }
  }

  /** Takes over what a page owes. One without reservations is struck off, and then removed. */
  const takeOver = async (account: string, page: BalancePage, item: BalanceItem): Promise<void> => {
    const isOver = Object.keys(page.reserved).length === 0
    const isTaken = await update(account, takeOverUpdate(page, item))
    if (isOver && isTaken) await removePage(account, page)
  }

  /** Finishes what requests that crashed have left: pages without reservations, and pages that are none. */
  const clearPages = async (account: string, { item, pages, strays }: ReadUnits, now: number) => {
    for (const page of pages) {
      if (Object.keys(page.reserved).length === 0) await takeOver(account, page, item)
    }
    for (const page of strays) {
      if (now - page.at > GRACE_SECONDS) await removePage(account, page)
    }
  }

  /**
   * Moves the oldest reservations to pages of their own until the item has few again. The page is written first and is
   * none until the account's item names it, which the same write does that takes the reservations out of the item.
   */
  const movePages = async (account: string, item: BalanceItem, now: number): Promise<void> => {
    const oldest = reservationsIn(item.reserved).toSorted((a, b) => a.at - b.at)
    for (let from = 0; from + PAGE_SIZE <= oldest.length; from += PAGE_SIZE) {
      const page = pageOf(oldest.slice(from, from + PAGE_SIZE), item, now)
      await putPage(account, page)
      // A page whose reservations changed meanwhile stays none. It is removed when no late answer can make it one.
      await update(account, moveUpdate(page))
    }
  }

  const grant = async (account: string, request: GrantRequest): Promise<void> => {
    const id = newGrantId(request.at)
    if (await update(account, grantUpdate(id, request)))
      return writeGrantEntry(account, id, request)
    const units = await read(account)
    const earlier = units?.item.grants[request.reference]
    if (earlier !== undefined) return writeGrantEntry(account, earlier, request)
    if (!units) await update(account, initialBalanceUpdate)
    else await removeDeadGrants(account, units, request.at)
    if (await update(account, grantUpdate(id, request)))
      return writeGrantEntry(account, id, request)
    if (grantsIn((await read(account))?.item).length < MAX_CREDIT_GRANTS)
      return grant(account, request)
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
      const units = await read(account)
      const all = reservationsOf(units)
      const held = all.find(({ taskId }) => taskId === request.taskId)
      if (held) return { held, all }
      if (all.length >= (request.places ?? MAX_RESERVATIONS)) return { refused: 'crowded', all }
      if (!units) return { refused: 'insufficient', all }
      await clearPages(account, units, request.at)
      await removeDeadGrants(account, units, request.at)
      const lots = drawUnits(grantsOf(units), request, request.at)
      if (!lots) return { refused: 'insufficient', all }
      const owing = owingPages(units, lots)
      for (const page of owing) await takeOver(account, page, units.item)
      if (owing.length > 0) continue
      const made = reservationOf(request, lots)
      const item = await updated<BalanceItem>(account, BALANCE, reserveUpdate(made, units))
      if (!item) continue
      // One request each time, because a page that two write at once is written in vain by one of them.
      const isDue = Object.keys(item.reserved).length % PAGE_SIZE === 0
      if (isDue) {
        await movePages(account, item, request.at).catch((error: unknown) =>
          log.warn('Reservations could not be moved to a page; later ones will be.', { error }),
        )
      }
      return { held: made, all: [...all, made] }
    }
    return { refused: 'crowded', all: [] }
  }

  /**
   * Changes a reservation where it is: in the account's item, where a new one is found without looking, or on a page.
   * `change` is made of the shares that the caller knows, and of the stored ones if `mayDiffer`.
   */
  const changeReservation = async (
    account: string,
    { taskId, id, lots }: Parameters<UnitStore['release']>[1],
    change: (held: KnownReservation) => BalanceUpdate,
    mayDiffer: boolean,
  ): Promise<void> => {
    if (lots && (await update(account, change({ taskId, id, lots })))) return
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const units = await read(account)
      const page = units?.pages.find(({ reserved }) => reserved[taskId])
      const held = (page ?? units?.item)?.reserved[taskId]
      if (!units || held?.id !== id) return
      if (!mayDiffer && lots && totalUnits(lots) !== held.units) return
      const made = change({ taskId, id, lots: held.lots })
      if (!page) {
        if (await update(account, made)) return
        continue
      }
      const changed = await updated<BalancePage>(account, page.entry, onPage(made))
      if (!changed) continue
      if (Object.keys(changed.reserved).length === 0) await takeOver(account, changed, units.item)
      return
    }
    throw new Error('The reservation changes all the time.')
  }

  const close = (
    account: string,
    reservation: Parameters<UnitStore['release']>[1],
    charge: number,
  ) => changeReservation(account, reservation, (held) => closeUpdate(held, charge), true)

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

    lower: (account, reservation, units) =>
      changeReservation(account, reservation, (held) => lowerUpdate(held, units), false),

    release: (account, reservation) => close(account, reservation, 0),

    history: (account, limit, after) => readUnitHistory(dynamo, table, { account, limit, after }),
  }
}

const GRANT_IDS_PER_SECOND = 1_000_000

/** The epoch second of the grant and six random digits. Below 2^53 until the year 2255: clients read it as a number. */
function newGrantId(at: number): string {
  return String(at * GRANT_IDS_PER_SECOND + randomInt(GRANT_IDS_PER_SECOND))
}

/** A page of reservations, which is none before the account's item names it. */
function pageOf(
  reservations: readonly Reservation[],
  { lots }: BalanceItem,
  at: number,
): BalancePage {
  const held = new Set(reservations.flatMap((all) => all.lots.map(({ lot }) => lot)))
  return {
    entry: `${PAGE_PREFIX}${randomUUID().slice(0, 13)}`,
    reserved: Object.fromEntries(reservations.map(({ taskId, ...rest }) => [taskId, rest])),
    spent: 0,
    lots: Object.fromEntries(
      Object.entries(lots).flatMap(([id, grant]) =>
        held.has(id) ? [[id, { ...grant, remaining: 0 }]] : [],
      ),
    ),
    changes: 0,
    at,
  }
}

/** The pages that give units back to grants of which the account's item has too few for these shares. */
function owingPages({ item, pages }: Units, shares: GrantShares): BalancePage[] {
  const short = shares.filter(({ lot, units }) => (item.lots[lot]?.remaining ?? 0) < units)
  if (short.length === 0) return []
  const wanted = new Set(short.map(({ lot }) => lot))
  return pages.filter((page) => owedBy(page, item).lots.some(({ lot }) => wanted.has(lot)))
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
