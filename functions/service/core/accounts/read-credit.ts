import { Failure } from '../../../../catalog/failures/failure.ts'
import { createPageSizeParser } from '../http/page-size.ts'
import type { GrantShares } from '../model/credit-grant.ts'
import { ENTRY_PREFIX, entryNumber, type UnitEntry } from '../model/unit-entry.ts'
import type { UnitStore } from '../ports/unit-store.ts'

export type CreditDeps = { units: UnitStore; now: () => number }

/** The `expiry` of units that do not expire: the last millisecond of the year 9999, because clients expect a time. */
const NEVER_EXPIRES_MS = 253_402_300_799_999

/** The account's grants with usable units, in the order they are used. Ids are below 2^53. */
export async function readCredit(account: string, { units, now }: CreditDeps) {
  const grants = await units.usableGrants(account, Math.floor(now() / 1000))
  return grants.map(({ id, remaining, expiresAt }) => ({
    id: Number(id),
    type: expiresAt === undefined ? 'ApiPaygToken' : 'ApiSubsToken',
    amount: Math.floor(remaining),
    amount_dec: remaining,
    expiry: expiresAt === undefined ? NEVER_EXPIRES_MS : expiresAt * 1000,
  }))
}

/** The most entries of one page of the history. */
export const MAX_HISTORY_ENTRIES = 30

const MAX_TOKEN_LENGTH = 1000
const pageSizeOf = createPageSizeParser(MAX_HISTORY_ENTRIES, 20)

/** A page of the account's history: units granted, charged and expired, newest first. Throws `InvalidParameters`. */
export async function readCreditHistory(
  account: string,
  { page_size: size, starting_token: token }: Readonly<Record<string, string | undefined>>,
  { units }: CreditDeps,
) {
  const { entries, next } = await units.history(account, pageSizeOf(size), cursorOf(token))
  return {
    next_token: next === undefined ? null : Buffer.from(next).toString('base64url'),
    history: entries.map(historyItem),
  }
}

function cursorOf(token: string | undefined): string | undefined {
  if (token === undefined) return undefined
  // A token is the sort key of an entry within the account's own history, so an invented one reveals nothing else.
  const cursor = Buffer.from(token.slice(0, MAX_TOKEN_LENGTH), 'base64url').toString()
  if (cursor.startsWith(ENTRY_PREFIX)) return cursor
  throw new Failure('InvalidParameters', "starting_token doesn't match the required format.")
}

function historyItem(entry: UnitEntry) {
  return {
    id: entryNumber(entry),
    timestamp: entry.at * 1000,
    action: entry.action,
    target_id: entry.target,
    info: { credits: creditsOf(entry.lots), dst_actions: [] },
  }
}

function creditsOf(shares: GrantShares) {
  return shares.map(({ lot, units }) => ({
    id: Number(lot),
    amount: Math.trunc(units),
    amount_dec: units,
  }))
}
