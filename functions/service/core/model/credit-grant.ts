import type { UnitRange } from '../../../../catalog/tasks/units-of.ts'

/** Units that were granted together and expire together. */
export type CreditGrant = {
  /** A whole number below 2^53 as text; grows with the time of the grant. */
  id: string
  /** Units at the time of the grant. */
  granted: number
  /** Units that are neither spent nor reserved. */
  remaining: number
  /** Epoch seconds of the grant. */
  at: number
  /** Epoch seconds from which the units cannot be used; absent when they do not expire. */
  expiresAt?: number
}

/** Units and the grants they are taken from (`lot`: the grant's id), in the order they are used. */
export type GrantShares = readonly { readonly lot: string; readonly units: number }[]

/** Whether units of a grant can be used at `now` (epoch seconds). */
export function isUsable({ expiresAt }: Pick<CreditGrant, 'expiresAt'>, now: number): boolean {
  return expiresAt === undefined || now < expiresAt
}

/** Sorts grants by their order of use: nearest expiry first, the oldest first among equals. */
export function byExpiry(left: CreditGrant, right: CreditGrant): number {
  return (left.expiresAt ?? Number.POSITIVE_INFINITY) ===
    (right.expiresAt ?? Number.POSITIVE_INFINITY)
    ? Number(left.id) - Number(right.id)
    : (left.expiresAt ?? Number.POSITIVE_INFINITY) - (right.expiresAt ?? Number.POSITIVE_INFINITY)
}

/** Takes up to `most` units from the usable grants in their order; undefined when there are fewer than `least`. */
export function drawUnits(
  grants: readonly CreditGrant[],
  { least, most }: UnitRange,
  now: number,
): GrantShares | undefined {
  const usable = grants
    .filter((grant) => grant.remaining > 0 && isUsable(grant, now))
    .sort(byExpiry)
  const shares = firstUnits(
    usable.map(({ id, remaining }) => ({ lot: id, units: remaining })),
    most,
  )
  return totalUnits(shares) < least ? undefined : shares
}

/** The first `units` of `shares`, in their order. */
export function firstUnits(shares: GrantShares, units: number): GrantShares {
  let missing = units
  return shares.flatMap((share) => {
    const taken = Math.min(missing, share.units)
    missing -= taken
    return taken > 0 ? [{ lot: share.lot, units: taken }] : []
  })
}

/** The units of `shares` that follow the first `units`. */
export function unitsAfter(shares: GrantShares, units: number): GrantShares {
  let skip = units
  return shares.flatMap((share) => {
    const taken = Math.min(skip, share.units)
    skip -= taken
    return taken < share.units ? [{ lot: share.lot, units: share.units - taken }] : []
  })
}

/** The sum of the units of `shares`. */
export function totalUnits(shares: GrantShares): number {
  return shares.reduce((sum, { units }) => sum + units, 0)
}
