import type { UnitRange } from '../../../catalog/units-of.ts'

/** Units that were granted together and leave together. */
export type CreditGrant = {
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
export type GrantShares = readonly { readonly lot: string; readonly units: number }[]

/** Whether a lot can be drawn on at `now` (epoch seconds). */
export function isUsable({ expiresAt }: Pick<CreditGrant, 'expiresAt'>, now: number): boolean {
  return expiresAt === undefined || now < expiresAt
}

/** The order lots are used in: nearest expiry first, of equal ones the oldest. */
export function byExpiry(left: CreditGrant, right: CreditGrant): number {
  return (left.expiresAt ?? Number.POSITIVE_INFINITY) ===
    (right.expiresAt ?? Number.POSITIVE_INFINITY)
    ? Number(left.id) - Number(right.id)
    : (left.expiresAt ?? Number.POSITIVE_INFINITY) - (right.expiresAt ?? Number.POSITIVE_INFINITY)
}

/** Takes as many units as there are up to `most` from the open lots in their order; undefined below `least`. */
export function drawUnits(
  lots: readonly CreditGrant[],
  { least, most }: UnitRange,
  now: number,
): GrantShares | undefined {
  const open = lots.filter((lot) => lot.remaining > 0 && isUsable(lot, now)).sort(byExpiry)
  const shares = firstUnits(
    open.map(({ id, remaining }) => ({ lot: id, units: remaining })),
    most,
  )
  return totalUnits(shares) < least ? undefined : shares
}

/** The first `units` of some shares, in their order. */
export function firstUnits(shares: GrantShares, units: number): GrantShares {
  let missing = units
  return shares.flatMap((share) => {
    const taken = Math.min(missing, share.units)
    missing -= taken
    return taken > 0 ? [{ lot: share.lot, units: taken }] : []
  })
}

/** What of some shares is left without their first `units`. */
export function unitsAfter(shares: GrantShares, units: number): GrantShares {
  let gone = units
  return shares.flatMap((share) => {
    const taken = Math.min(gone, share.units)
    gone -= taken
    return taken < share.units ? [{ lot: share.lot, units: share.units - taken }] : []
  })
}

/** The units of some shares together. */
export function totalUnits(shares: GrantShares): number {
  return shares.reduce((sum, { units }) => sum + units, 0)
}
