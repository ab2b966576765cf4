import * as z from 'zod/mini'
import { checkFields } from '../../../catalog/check-fields.ts'
import { Failure } from '../../../catalog/failure.ts'
import type { Shares } from '../units/lot.ts'
import { ENTRY_PREFIX, entryNumber, type UnitEntry } from '../units/unit-entry.ts'
import type { UnitStore } from '../units/unit-store.ts'

export type CreditDeps = { units: UnitStore; now: () => number }

/** Milliseconds that stand for "never": clients expect a time. The last one of the year 9999. */
const NEVER = 253_402_300_799_999

/** The account's lots that hold usable units, in the order they are used. Ids are below 2^53. */
export const readCredit = async (account: string, { units, now }: CreditDeps) => {
  const lots = await units.lots(account, Math.floor(now() / 1000))
  return lots.map(({ id, remaining, expiresAt }) => ({
    id: Number(id),
    type: expiresAt === undefined ? 'ApiPaygToken' : 'ApiSubsToken',
    amount: Math.floor(remaining),
    amount_dec: remaining,
    expiry: expiresAt === undefined ? NEVER : expiresAt * 1000,
  }))
}

/** The most entries of one page. */
export const MOST_ENTRIES = 30

const DEFAULT_ENTRIES = 20
const MAX_TOKEN = 1000
const pageSize = z.object({ page_size: z.int().check(z.gte(1), z.lte(MOST_ENTRIES)) })

/** A page of what was granted, charged and lost by expiry, newest first. Throws `InvalidParameters`. */
export const readCreditHistory = async (
  account: string,
  { page_size: size, starting_token: token }: Readonly<Record<string, string | undefined>>,
  { units }: CreditDeps,
) => {
  const { entries, next } = await units.history(account, sizeIn(size), placeOf(token))
  return {
    next_token: next === undefined ? null : Buffer.from(next).toString('base64url'),
    history: entries.map(historyItem),
  }
}

const sizeIn = (text: string | undefined): number => {
  if (text === undefined) return DEFAULT_ENTRIES
  const page_size = /^-?\d{1,15}$/.test(text) ? Number(text) : text
  return checkFields(pageSize, { page_size }).page_size
}

const placeOf = (token: string | undefined): string | undefined => {
  if (token === undefined) return undefined
  // From an entry's sort key, so that a token leads nowhere but into the account's own history.
  const place = Buffer.from(token.slice(0, MAX_TOKEN), 'base64url').toString()
  if (place.startsWith(ENTRY_PREFIX)) return place
  throw new Failure('InvalidParameters', "starting_token doesn't match the required format.")
}

const historyItem = (entry: UnitEntry) => ({
  id: entryNumber(entry),
  timestamp: entry.at * 1000,
  action: entry.action,
  target_id: entry.target,
  info: { credits: creditsOf(entry.lots), dst_actions: [] },
})

const creditsOf = (lots: Shares) =>
  lots.map(({ lot, units }) => ({
    id: Number(lot),
    amount: Math.trunc(units),
    amount_dec: units,
  }))
