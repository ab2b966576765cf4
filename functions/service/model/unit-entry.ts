import { createHash } from 'node:crypto'
import type { GrantShares } from './credit-grant.ts'

/** One fact of an account's history. Entries are written once and never change. */
export type UnitEntry = {
  action: 'grant' | 'charge' | 'expire'
  /** The task charged, the reference of the grant, or the lot that expired. */
  target: string
  /** Below zero where units left the account. */
  units: number
  /** The same by lot. */
  lots: GrantShares
  /** Epoch seconds. */
  at: number
}

const PREFIX = 'history#'

/** What comes first within one second: units are there before they can expire or be charged. */
const ORDER = { grant: 0, expire: 1, charge: 2 } as const

/** The range of sort keys that hold entries. */
export const ENTRY_PREFIX = PREFIX

/**
 * The sort key of an entry. It follows from the fact alone, so that a fact written down twice is there once, and grows
 * with time.
 */
export function entryKey({
  action,
  target,
  at,
}: Pick<UnitEntry, 'action' | 'target' | 'at'>): string {
  return `${PREFIX}${String(at).padStart(12, '0')}#${ORDER[action]}#${action}#${target}`
}

/** A number clients may know an entry by, below 2^48. */
export function entryNumber(entry: UnitEntry): number {
  return createHash('sha256').update(entryKey(entry)).digest().readUIntBE(0, 6)
}
