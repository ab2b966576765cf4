import { randomBytes } from 'node:crypto'
import { type KeyRecord, keyHash } from '../model/api-key.ts'
import type { RateLimits } from '../model/rate-limits.ts'
import type { KeyStore } from '../ports/key-store.ts'
import { requireAccountName } from './require-account-name.ts'

export type CreateKeyInput = {
  account: string
  /** A name by which people know the key. */
  name: string
  /** Epoch seconds; without it the key does not expire. */
  expiresAt?: number | undefined
  /** Rate limits of this key, where they differ from those of the deployment. */
  limits?: RateLimits | undefined
}

/** Characters of a key that are stored as a hint: enough to recognise it, and no help in guessing the rest. */
const HINT_LENGTH = 7

/** Creates an API key of 256 random bits. Only its hash is stored, so the returned key cannot be recovered later. */
export async function createKey(
  { account, name, expiresAt, limits }: CreateKeyInput,
  { keys, now }: { keys: KeyStore; now: () => number },
): Promise<{ key: string; record: KeyRecord }> {
  const key = `dk_${randomBytes(32).toString('base64url')}`
  const record: KeyRecord = {
    hash: keyHash(key),
    account: requireAccountName(account),
    name,
    hint: key.slice(0, HINT_LENGTH),
    active: true,
    createdAt: Math.floor(now() / 1000),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(limits && { limits }),
  }
  await keys.put(record)
  return { key, record }
}
