import { createHash } from 'node:crypto'
import type { GrantShares } from './credit-grant.ts'

/** One entry of an account's history. Entries are written once and never change. */
export type UnitEntry = {
  action: 'grant' | 'charge' | 'expire'
  /** The id of the charged task, the reference of the grant, or the id of the grant that expired. */
  target: string
  /** Negative where units left the account. */
  units: number
  /** The same units by grant. */
  lots: GrantShares
  /** Epoch seconds. */
  at: number
}

/** The order within one second: units are granted before they expire or are charged. */
const ORDER = { grant: 0, expire: 1, charge: 2 } as const

/** The prefix of the sort keys of entries. */
export const ENTRY_PREFIX = 'history#'

/**
 * The sort key of an entry. It depends on nothing but the entry, so that writing an entry twice stores it once, and
 * sorts by time.
 */
export function entryKey({
  action,
  target,
  at,
}: Pick<UnitEntry, 'action' | 'target' | 'at'>): string {
  return `${ENTRY_PREFIX}${String(at).padStart(12, '0')}#${ORDER[action]}#${action}#${target}`
}

/** The id by which clients know an entry: a number below 2^48. */
export function entryNumber(entry: UnitEntry): number {
  return createHash('sha256').update(entryKey(entry)).digest().readUIntBE(0, 6)
}
