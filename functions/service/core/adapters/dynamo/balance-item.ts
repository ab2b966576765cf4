import { byExpiry, type CreditGrant, isUsable } from '../../model/credit-grant.ts'
import type { Balance, Reservation } from '../../ports/unit-store.ts'

type Reserved = Record<string, Omit<Reservation, 'taskId'>>

/**
 * The item of an account: its credit grants, the newest of its reservations, and the units spent so far. Beside these
 * it has what was taken over from each page, under the page's name.
 */
export type BalanceItem = {
  lots: Record<string, Omit<CreditGrant, 'id'>>
  spent: number
  reserved: Reserved
  /** Grant ids by reference, so that a repeated grant adds nothing. */
  grants: Record<string, string>
  /** How often reservations were moved to a page. */
  moved?: number
} & { [page: PageName]: TakenOver }

/** The sort key of a page, which is also the name of what its account's item has taken over from it. */
export type PageName = `${typeof PAGE_PREFIX}${string}`

export const BALANCE = 'balance'
export const PAGE_PREFIX = 'balance#'

/** What an account's item has taken over from a page: how many of its changes, and what they came to. */
export type TakenOver = { changes: number; spent: number; lots: Record<string, number> }

/**
 * Older reservations, moved away together so that the item of the account stays small. None is ever added. They are
 * lowered and closed here; what that spends and gives back is summed up until the account's item takes it over.
 */
export type BalancePage = {
  entry: PageName
  reserved: Reserved
  /** Units spent of the page's reservations. */
  spent: number
  /** The grants that the reservations were taken from; `remaining` is the units that go back to one. */
  lots: Record<string, Omit<CreditGrant, 'id'>>
  /** How often a reservation was lowered or closed. */
  changes: number
  /** Epoch seconds. */
  at: number
}

/** Everything that is known of an account's units: its item, and the pages that the item names. */
export type Units = { item: BalanceItem; pages: BalancePage[] }

/** How many reservations make a page: an item has fewer, and a page as many. */
export const PAGE_SIZE = 16

/** An hour: longer than any request that read a grant as usable, or is writing a page, can last. */
export const GRACE_SECONDS = 3600

/** The pages that an account's item names. */
export function pageNames(item: BalanceItem): PageName[] {
  return Object.keys(item).filter((name): name is PageName => name.startsWith(PAGE_PREFIX))
}

/** What changes of a page have come to that the account's item has not taken over. */
export function owedBy(page: BalancePage, item: BalanceItem): { spent: number; lots: Shares } {
  const { spent, lots } = item[page.entry] ?? NOTHING
  return {
    spent: page.spent - spent,
    lots: Object.entries(page.lots)
      .map(([lot, { remaining }]) => ({ lot, units: remaining - (lots[lot] ?? 0) }))
      .filter(({ units }) => units > 0),
  }
}

type Shares = { lot: string; units: number }[]
const NOTHING: TakenOver = { changes: 0, spent: 0, lots: {} }

/** The grants as the account's item has them, including used-up and expired ones. */
export function grantsIn(item: BalanceItem | undefined): CreditGrant[] {
  return Object.entries(item?.lots ?? {}).map(([id, grant]) => ({ id, ...grant }))
}

/** All grants with what pages give back to them. */
export function grantsOf(units: Units | undefined): CreditGrant[] {
  if (!units) return []
  const back = units.pages.flatMap((page) => owedBy(page, units.item).lots)
  return grantsIn(units.item).map((grant) => ({
    ...grant,
    remaining: sum([
      grant.remaining,
      ...back.filter(({ lot }) => lot === grant.id).map((share) => share.units),
    ]),
  }))
}

/** The grants that hold usable units at `now` (epoch seconds), in the order they are used. */
export function usableGrants(units: Units | undefined, now: number): CreditGrant[] {
  return grantsOf(units)
    .filter((grant) => grant.remaining > 0 && isUsable(grant, now))
    .sort(byExpiry)
}

/** The account's reservations. */
export function reservationsOf(units: Units | undefined): Reservation[] {
  if (!units) return []
  return [units.item, ...units.pages].flatMap(({ reserved }) => reservationsIn(reserved))
}

/** The reservations of an item or a page. */
export function reservationsIn(reserved: Reserved): Reservation[] {
  return Object.entries(reserved).map(([taskId, rest]) => ({ taskId, ...rest }))
}

/** The account's usable, reserved and spent units at `now` (epoch seconds). */
export function balanceOf(units: Units | undefined, now: number): Balance {
  const { item, pages = [] } = units ?? {}
  return {
    available: sum(usableGrants(units, now).map(({ remaining }) => remaining)),
    reserved: sum(reservationsOf(units).map((reservation) => reservation.units)),
    spent: item ? sum([item.spent, ...pages.map((page) => owedBy(page, item).spent)]) : 0,
  }
}

/** Grants that are used up or expired and that no reservation or page can return units to. */
export function removableGrants(units: Units, now: number): CreditGrant[] {
  const over = grantsOf(units).filter(
    (grant) => grant.remaining === 0 || !isUsable(grant, now - GRACE_SECONDS),
  )
  if (over.length === 0) return over
  const held = new Set([
    ...reservationsOf(units).flatMap(({ lots }) => lots.map(({ lot }) => lot)),
    ...units.pages.flatMap(({ lots }) => Object.keys(lots)),
  ])
  return over.filter(({ id }) => !held.has(id))
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
