import { byExpiry, type CreditGrant, isUsable } from '../../model/credit-grant.ts'
import type { Balance, Reservation } from '../../ports/unit-store.ts'

/** The one item of an account that is changed: what it has, what is set aside, what was spent. */
export type BalanceItem = {
  lots: Record<string, Omit<CreditGrant, 'id'>>
  spent: number
  reserved: Record<string, Omit<Reservation, 'taskId'>>
  /** Lots by the reference of their grant, so that a repeated one adds nothing. */
  grants: Record<string, string>
}

/** An hour: longer than a request that still sees a lot as open can last. */
const GRACE_SECONDS = 3600

/** Every lot, used up and expired ones too. */
export function grantsOf(item: BalanceItem | undefined): CreditGrant[] {
  return Object.entries(item?.lots ?? {}).map(([id, lot]) => ({ id, ...lot }))
}

/** The lots that hold usable units, in the order they are used. */
export function usableGrants(item: BalanceItem | undefined, now: number): CreditGrant[] {
  return grantsOf(item)
    .filter((lot) => lot.remaining > 0 && isUsable(lot, now))
    .sort(byExpiry)
}

/** The account's reservations. */
export function reservationsOf(item: BalanceItem | undefined): Reservation[] {
  return Object.entries(item?.reserved ?? {}).map(([taskId, rest]) => ({ taskId, ...rest }))
}

/** Sums of an account. */
export function balanceOf(item: BalanceItem | undefined, now: number): Balance {
  return {
    available: sum(usableGrants(item, now).map(({ remaining }) => remaining)),
    reserved: sum(reservationsOf(item).map(({ units }) => units)),
    spent: item?.spent ?? 0,
  }
}

/** Lots that are used up or expired and that no reservation can come back to. */
export function removableGrants(item: BalanceItem, now: number): CreditGrant[] {
  const over = grantsOf(item).filter(
    (lot) => lot.remaining === 0 || !isUsable(lot, now - GRACE_SECONDS),
  )
  if (over.length === 0) return over
  const held = new Set(reservationsOf(item).flatMap(({ lots }) => lots.map(({ lot }) => lot)))
  return over.filter(({ id }) => !held.has(id))
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
