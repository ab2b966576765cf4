import { byExpiry, type CreditGrant, isUsable } from '../../model/credit-grant.ts'
import type { Balance, Reservation } from '../../ports/unit-store.ts'

/** The one mutable item of an account: its credit grants, its reservations, and the units spent so far. */
export type BalanceItem = {
  lots: Record<string, Omit<CreditGrant, 'id'>>
  spent: number
  reserved: Record<string, Omit<Reservation, 'taskId'>>
  /** Grant ids by reference, so that a repeated grant adds nothing. */
  grants: Record<string, string>
}

/** An hour: longer than any request that read a grant as usable can last. */
const GRACE_SECONDS = 3600

/** All grants, including used-up and expired ones. */
export function grantsOf(item: BalanceItem | undefined): CreditGrant[] {
  return Object.entries(item?.lots ?? {}).map(([id, grant]) => ({ id, ...grant }))
}

/** The grants that hold usable units at `now` (epoch seconds), in the order they are used. */
export function usableGrants(item: BalanceItem | undefined, now: number): CreditGrant[] {
  return grantsOf(item)
    .filter((grant) => grant.remaining > 0 && isUsable(grant, now))
    .sort(byExpiry)
}

/** The account's reservations. */
export function reservationsOf(item: BalanceItem | undefined): Reservation[] {
  return Object.entries(item?.reserved ?? {}).map(([taskId, rest]) => ({ taskId, ...rest }))
}

/** The account's usable, reserved and spent units at `now` (epoch seconds). */
export function balanceOf(item: BalanceItem | undefined, now: number): Balance {
  return {
    available: sum(usableGrants(item, now).map(({ remaining }) => remaining)),
    reserved: sum(reservationsOf(item).map(({ units }) => units)),
    spent: item?.spent ?? 0,
  }
}

/** Grants that are used up or expired and that no reservation can return units to. */
export function removableGrants(item: BalanceItem, now: number): CreditGrant[] {
  const over = grantsOf(item).filter(
    (grant) => grant.remaining === 0 || !isUsable(grant, now - GRACE_SECONDS),
  )
  if (over.length === 0) return over
  const held = new Set(reservationsOf(item).flatMap(({ lots }) => lots.map(({ lot }) => lot)))
  return over.filter(({ id }) => !held.has(id))
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
