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

/** Units by the id of the lot they are taken from. */
export type Shares = Readonly<Record<string, number>>

/** Whether a lot can be drawn on at `now` (epoch seconds). */
export const isOpen = ({ expiresAt }: Pick<Lot, 'expiresAt'>, now: number): boolean =>
  expiresAt === undefined || now < expiresAt

/** The order lots are used in: nearest expiry first, of equal ones the oldest. */
export const byExpiry = (left: Lot, right: Lot): number =>
  (left.expiresAt ?? Number.POSITIVE_INFINITY) === (right.expiresAt ?? Number.POSITIVE_INFINITY)
    ? Number(left.id) - Number(right.id)
    : (left.expiresAt ?? Number.POSITIVE_INFINITY) - (right.expiresAt ?? Number.POSITIVE_INFINITY)

/** Takes `units` from the open lots in their order. Undefined when they hold fewer. */
export const drawFrom = (lots: readonly Lot[], units: number, now: number): Shares | undefined => {
  const shares: Record<string, number> = {}
  let missing = units
  for (const { id, remaining } of lots.filter((lot) => isOpen(lot, now)).sort(byExpiry)) {
    const share = Math.min(missing, remaining)
    if (share > 0) shares[id] = share
    missing -= Math.max(0, share)
    if (missing === 0) return shares
  }
  return undefined
}
