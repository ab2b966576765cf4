import { randomUUID } from 'node:crypto'
import type { Balance, UnitStore } from '../ports/unit-store.ts'
import { requireAccountName } from './require-account-name.ts'

const MAX_UNITS = 1_000_000_000

export type GrantUnitsInput = {
  account: string
  units: number
  /** Names the grant: a reference adds units once. @default a random one */
  reference?: string
  /** Epoch seconds from which the units cannot be used; without it they do not expire. */
  expiresAt?: number | undefined
}

/**
 * Grants units to an account and returns its balance. The first grant creates the account. Throws for invalid input.
 */
export async function grantUnits(
  { account, units: amount, reference = randomUUID(), expiresAt }: GrantUnitsInput,
  { units, now }: { units: UnitStore; now: () => number },
): Promise<Balance> {
  if (!Number.isInteger(amount) || amount < 1 || amount > MAX_UNITS) {
    throw new Error(`units must be a whole number from 1 to ${MAX_UNITS}.`)
  }
  const at = Math.floor(now() / 1000)
  if (expiresAt !== undefined && !(Number.isSafeInteger(expiresAt) && expiresAt > at)) {
    throw new Error('The expiry of units must be a moment that is still to come.')
  }
  await units.grant(requireAccountName(account), { units: amount, reference, at, expiresAt })
  return units.balance(account, at)
}
