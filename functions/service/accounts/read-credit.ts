import * as z from 'zod/mini'
import { Failure } from '../../../catalog/failure.ts'
import { parseFields } from '../../../catalog/parse-fields.ts'
import type { GrantShares } from '../model/credit-grant.ts'
import { ENTRY_PREFIX, entryNumber, type UnitEntry } from '../model/unit-entry.ts'
import type { UnitStore } from '../ports/unit-store.ts'

export type CreditDeps = { units: UnitStore; now: () => number }

/** Milliseconds that stand for "never": clients expect a time. The last one of the year 9999. */
const NEVER_EXPIRES_MS = 253_402_300_799_999

/** The account's lots that hold usable units, in the order they are used. Ids are below 2^53. */
export async function readCredit(account: string, { units, now }: CreditDeps) {
  const lots = await units.usableGrants(account, Math.floor(now() / 1000))
  return lots.map(({ id, remaining, expiresAt }) => ({
    id: Number(id),
    type: expiresAt === undefined ? 'ApiPaygToken' : 'ApiSubsToken',
    amount: Math.floor(remaining),
    amount_dec: remaining,
    expiry: expiresAt === undefined ? NEVER_EXPIRES_MS : expiresAt * 1000,
  }))
}

/** The most entries of one page. */
export const MAX_HISTORY_ENTRIES = 30

const DEFAULT_ENTRIES = 20
const MAX_TOKEN = 1000
const pageSize = z.object({ page_size: z.int().check(z.gte(1), z.lte(MAX_HISTORY_ENTRIES)) })

/** A page of what was granted, charged and lost by expiry, newest first. Throws `InvalidParameters`. */
export async function readCreditHistory(
  account: string,
  { page_size: size, starting_token: token }: Readonly<Record<string, string | undefined>>,
  { units }: CreditDeps,
) {
  const { entries, next } = await units.history(account, entryCountIn(size), cursorOf(token))
  return {
    next_token: next === undefined ? null : Buffer.from(next).toString('base64url'),
    history: entries.map(historyItem),
  }
}

function entryCountIn(text: string | undefined): number {
  if (text === undefined) return DEFAULT_ENTRIES
  const page_size = /^-?\d{1,15}$/.test(text) ? Number(text) : text
  return parseFields(pageSize, { page_size }).page_size
}

function cursorOf(token: string | undefined): string | undefined {
  if (token === undefined) return undefined
  // From an entry's sort key, so that a token leads nowhere but into the account's own history.
  const place = Buffer.from(token.slice(0, MAX_TOKEN), 'base64url').toString()
  if (place.startsWith(ENTRY_PREFIX)) return place
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

function creditsOf(lots: GrantShares) {
  return lots.map(({ lot, units }) => ({
    id: Number(lot),
    amount: Math.trunc(units),
    amount_dec: units,
  }))
}
