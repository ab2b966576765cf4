import { byExpiry, isOpen, type Lot } from './lot.ts'
import type { Balance, Reservation } from './unit-store.ts'

/** The one item of an account that is changed: what it has, what is set aside, what was spent. */
export type BalanceItem = {
  lots: Record<string, Omit<Lot, 'id'>>
  spent: number
  reserved: Record<string, Omit<Reservation, 'taskId'>>
  /** Lots by the reference of their grant, so that a repeated one adds nothing. */
  grants: Record<string, string>
}

/** An hour: longer than a request that still sees a lot as open can last. */
const GRACE_SECONDS = 3600

/** Every lot, used up and expired ones too. */
export const lotsOf = (item: BalanceItem | undefined): Lot[] =>
  Object.entries(item?.lots ?? {}).map(([id, lot]) => ({ id, ...lot }))

/** The lots that hold usable units, in the order they are used. */
export const usableLots = (item: BalanceItem | undefined, now: number): Lot[] =>
  lotsOf(item)
    .filter((lot) => lot.remaining > 0 && isOpen(lot, now))
    .sort(byExpiry)

/** The account's reservations. */
export const reservationsOf = (item: BalanceItem | undefined): Reservation[] =>
  Object.entries(item?.reserved ?? {}).map(([taskId, rest]) => ({ taskId, ...rest }))

/** Sums of an account. */
export const balanceOf = (item: BalanceItem | undefined, now: number): Balance => ({
  available: sum(usableLots(item, now).map(({ remaining }) => remaining)),
  reserved: sum(reservationsOf(item).map(({ units }) => units)),
  spent: item?.spent ?? 0,
})

/** Lots that are used up or expired and that no reservation can come back to. */
export const deadLots = (item: BalanceItem, now: number): Lot[] => {
  const over = lotsOf(item).filter(
    (lot) => lot.remaining === 0 || !isOpen(lot, now - GRACE_SECONDS),
  )
  if (over.length === 0) return over
  const held = new Set(reservationsOf(item).flatMap(({ lots }) => lots.map(({ lot }) => lot)))
  return over.filter(({ id }) => !held.has(id))
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
