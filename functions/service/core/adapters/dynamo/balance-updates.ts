import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import {
  type CreditGrant,
  firstUnits,
  type GrantShares,
  totalUnits,
  unitsAfter,
} from '../../model/credit-grant.ts'
import {
  type GrantRequest,
  MAX_CREDIT_GRANTS,
  MAX_RESERVATIONS,
  type Reservation,
} from '../../ports/unit-store.ts'
import {
  type BalanceItem,
  type BalancePage,
  owedBy,
  reservationsIn,
  type Units,
} from './balance-item.ts'

/** A conditional update of an account's item or of a page of it. */
export type BalanceUpdate = Omit<UpdateCommandInput, 'TableName' | 'Key'>

/** Creates the balance item of an account that has none. */
export const initialBalanceUpdate: BalanceUpdate = {
  UpdateExpression: 'SET lots = :none, reserved = :none, grants = :none, spent = :zero',
  ConditionExpression: 'attribute_not_exists(lots)',
  ExpressionAttributeValues: { ':none': {}, ':zero': 0 },
}

/** Adds a credit grant, unless one with this reference was added before or the account has its maximum. */
export function grantUpdate(
  id: string,
  { units, reference, at, expiresAt }: GrantRequest,
): BalanceUpdate {
  return {
    UpdateExpression: 'SET lots.#lot = :lot, grants.#reference = :id',
    ConditionExpression:
      'attribute_exists(lots) AND attribute_not_exists(grants.#reference)' +
      ' AND attribute_not_exists(lots.#lot) AND size(lots) < :most',
    ExpressionAttributeNames: { '#lot': id, '#reference': reference },
    ExpressionAttributeValues: {
      ':lot': { granted: units, remaining: units, at, expiresAt },
      ':id': id,
      ':most': MAX_CREDIT_GRANTS,
    },
  }
}

/**
 * Moves units from their grants to a reservation, provided that all units are there, that the task has no reservation
 * and that the account is below its maximum of reservations. None was moved to a page since the account was read: it
 * could be the task's.
 */
export function reserveUpdate(
  { taskId, id, units, lots, at }: Reservation,
  { item: { moved }, pages }: Units,
): BalanceUpdate {
  const { names, values, paths } = grantPaths(lots)
  const paged = pages.reduce((sum, { reserved }) => sum + Object.keys(reserved).length, 0)
  const isAsRead = moved === undefined ? 'attribute_not_exists(moved)' : 'moved = :moved'
  const decrements = paths.map(({ path, value }) => `${path} = ${path} - ${value}`).join(', ')
  const areThere = paths.map(({ path, value }) => `${path} >= ${value}`).join(' AND ')
  return {
    UpdateExpression: `SET ${decrements}, reserved.#task = :held`,
    ConditionExpression: `${areThere} AND attribute_not_exists(reserved.#task) AND size(reserved) < :most AND ${isAsRead}`,
    ExpressionAttributeNames: { ...names, '#task': taskId },
    ExpressionAttributeValues: {
      ...values,
      ':held': { id, units, lots, at },
      ':most': MAX_RESERVATIONS - paged,
      ...(moved !== undefined && { ':moved': moved }),
    },
  }
}

/** A reservation with the shares that the caller knows it to hold. */
export type KnownReservation = Pick<Reservation, 'taskId' | 'id' | 'lots'>

const UNCHANGED = 'reserved.#task.id = :id AND reserved.#task.units = :held'

/**
 * Removes a reservation: `charge` units of it are spent, the rest is returned to its grants. Applies only if the
 * reservation is there and holds the known shares.
 */
export function closeUpdate({ taskId, id, lots }: KnownReservation, charge: number): BalanceUpdate {
  const { names, values, refunds } = refundExpressions(unitsAfter(lots, charge))
  return {
    UpdateExpression: `SET spent = spent + :spent${refunds} REMOVE reserved.#task`,
    ConditionExpression: UNCHANGED,
    ExpressionAttributeNames: { ...names, '#task': taskId },
    ExpressionAttributeValues: {
      ...values,
      ':id': id,
      ':held': totalUnits(lots),
      ':spent': charge,
    },
  }
}

/** Lowers a reservation to its first `units` and returns the rest to its grants, under the same conditions. */
export function lowerUpdate({ taskId, id, lots }: KnownReservation, units: number): BalanceUpdate {
  const { names, values, refunds } = refundExpressions(unitsAfter(lots, units))
  return {
    UpdateExpression: `SET reserved.#task.units = :left, reserved.#task.lots = :lots${refunds}`,
    ConditionExpression: UNCHANGED,
    ExpressionAttributeNames: { ...names, '#task': taskId },
    ExpressionAttributeValues: {
      ...values,
      ':id': id,
      ':held': totalUnits(lots),
      ':left': units,
      ':lots': firstUnits(lots, units),
    },
  }
}

function refundExpressions(back: GrantShares) {
  const { names, values, paths } = grantPaths(back)
  return {
    names,
    values,
    refunds: paths.map(({ path, value }) => `, ${path} = ${path} + ${value}`).join(''),
  }
}

/** Removes a grant that no reservation uses, provided that it still holds the units that were read. */
export function removeGrantUpdate({
  id,
  remaining,
}: Pick<CreditGrant, 'id' | 'remaining'>): BalanceUpdate {
  return {
    UpdateExpression: 'REMOVE lots.#lot',
    ConditionExpression: 'lots.#lot.remaining = :seen',
    ExpressionAttributeNames: { '#lot': id },
    ExpressionAttributeValues: { ':seen': remaining },
  }
}

/** The same change of a reservation on a page, which counts its changes. */
export function onPage({ UpdateExpression = '', ...update }: BalanceUpdate): BalanceUpdate {
  return {
    ...update,
    UpdateExpression: UpdateExpression.replace('SET ', 'SET changes = changes + :one, '),
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':one': 1 },
  }
}

/** Moves the reservations of a page from the account's item to it, provided that all are there and unchanged. */
export function moveUpdate({ entry, reserved }: BalancePage): BalanceUpdate {
  const all = reservationsIn(reserved)
  return {
    UpdateExpression: [
      'SET #page = :nothing, moved = if_not_exists(moved, :zero) + :one',
      `REMOVE ${all.map((_, at) => `reserved.#t${at}`).join(', ')}`,
    ].join(' '),
    ConditionExpression: all
      .map((_, at) => `reserved.#t${at}.id = :i${at} AND reserved.#t${at}.units = :u${at}`)
      .join(' AND '),
    ExpressionAttributeNames: {
      '#page': entry,
      ...Object.fromEntries(all.map(({ taskId }, at) => [`#t${at}`, taskId])),
    },
    ExpressionAttributeValues: {
      ':nothing': { changes: 0, spent: 0, lots: {} },
      ':zero': 0,
      ':one': 1,
      ...Object.fromEntries(
        all.flatMap(({ id, units }, at) => [
          [`:i${at}`, id],
          [`:u${at}`, units],
        ]),
      ),
    },
  }
}

/**
 * Takes over what a page owes, once: provided that nobody did since `item` was read. A page without reservations is
 * struck off. A grant that the item no longer has is there again with what goes back to it: functions of an earlier
 * release, which run beside these while they are deployed, know no pages and remove grants that seem used up.
 */
export function takeOverUpdate(page: BalancePage, item: BalanceItem): BalanceUpdate {
  const { spent, lots } = owedBy(page, item)
  const gone = lots.filter(({ lot }) => !item.lots[lot])
  const { names, values, refunds } = refundExpressions(lots.filter(({ lot }) => item.lots[lot]))
  const again = gone.map((_, at) => `, lots.#g${at} = :g${at}`).join('')
  const isOver = Object.keys(page.reserved).length === 0
  const sums = Object.entries(page.lots).map(([lot, { remaining }]) => [lot, remaining])
  return {
    UpdateExpression: `SET spent = spent + :spent${refunds}${again}${isOver ? ' REMOVE #page' : ', #page = :sums'}`,
    ConditionExpression: '#page.changes = :seen',
    ExpressionAttributeNames: {
      ...names,
      ...Object.fromEntries(gone.map(({ lot }, at) => [`#g${at}`, lot])),
      '#page': page.entry,
    },
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(
        gone.map(({ lot, units }, at) => [`:g${at}`, { ...page.lots[lot], remaining: units }]),
      ),
      ':spent': spent,
      ':seen': item[page.entry]?.changes,
      ...(!isOver && {
        ':sums': { changes: page.changes, spent: page.spent, lots: Object.fromEntries(sums) },
      }),
    },
  }
}

/** Attribute names, values and document paths of the grants in `shares`, one of each per grant. */
function grantPaths(shares: GrantShares) {
  return {
    names: Object.fromEntries(shares.map(({ lot }, at) => [`#l${at}`, lot])),
    values: Object.fromEntries(shares.map(({ units }, at) => [`:l${at}`, units])),
    paths: shares.map((_, at) => ({ path: `lots.#l${at}.remaining`, value: `:l${at}` })),
  }
}
