import type { UnitRange } from '../../../catalog/units-of.ts'

/** Units that were granted together and leave together. */
export type Lot = {
  /** A whole number below 2^53 as text; grows with the time of the grant. */
  id: string
  /** How many there were. */
  granted: number
  /** How many are neither spent nor set aside. */
  remaining: number
  /** Epoch seconds of the grant. */
  at: number
  /** Epoch seconds from which they cannot be used; absent when they stay. */
  expiresAt?: number
}

/** Units and the lots they are taken from, in the order they are used. */
export type Shares = readonly { readonly lot: string; readonly units: number }[]

/** Whether a lot can be drawn on at `now` (epoch seconds). */
export const isOpen = ({ expiresAt }: Pick<Lot, 'expiresAt'>, now: number): boolean =>
  expiresAt === undefined || now < expiresAt

/** The order lots are used in: nearest expiry first, of equal ones the oldest. */
export const byExpiry = (left: Lot, right: Lot): number =>
  (left.expiresAt ?? Number.POSITIVE_INFINITY) === (right.expiresAt ?? Number.POSITIVE_INFINITY)
    ? Number(left.id) - Number(right.id)
    : (left.expiresAt ?? Number.POSITIVE_INFINITY) - (right.expiresAt ?? Number.POSITIVE_INFINITY)

/** Takes as many units as there are up to `most` from the open lots in their order; undefined below `least`. */
export const drawFrom = (
  lots: readonly Lot[],
  { least, most }: UnitRange,
  now: number,
): Shares | undefined => {
  const open = lots.filter((lot) => lot.remaining > 0 && isOpen(lot, now)).sort(byExpiry)
  const shares = firstOf(
    open.map(({ id, remaining }) => ({ lot: id, units: remaining })),
    most,
  )
  return sumOf(shares) < least ? undefined : shares
}

/** The first `units` of some shares, in their order. */
export const firstOf = (shares: Shares, units: number): Shares => {
  let missing = units
  return shares.flatMap((share) => {
    const taken = Math.min(missing, share.units)
    missing -= taken
    return taken > 0 ? [{ lot: share.lot, units: taken }] : []
  })
}

/** What of some shares is left without their first `units`. */
export const restOf = (shares: Shares, units: number): Shares => {
  let gone = units
  return shares.flatMap((share) => {
    const taken = Math.min(gone, share.units)
    gone -= taken
    return taken < share.units ? [{ lot: share.lot, units: share.units - taken }] : []
  })
}

/** The units of some shares together. */
export const sumOf = (shares: Shares): number => shares.reduce((sum, { units }) => sum + units, 0)
