import type { KeyRecord } from '../model/api-key.ts'
import type { KeyStore } from '../ports/key-store.ts'
import { createKey } from './create-key.ts'

export type RotateKeyInput = {
  /** The key that is replaced. */
  former: KeyRecord
  /** Epoch seconds at which the former key expires, if it does not expire earlier anyway. */
  keepUntil: number
  /** Epoch seconds at which the new key expires; without it, when the former one would have. */
  expiresAt?: number | undefined
}

/**
 * Creates a key with the account, name and limits of a former one. Both are accepted until `keepUntil`, so that clients
 * can switch. The new key is returned and stored nowhere. Throws when the former key is switched off.
 */
export async function rotateKey(
  { former, keepUntil, expiresAt }: RotateKeyInput,
  deps: { keys: KeyStore; now: () => number },
): Promise<{ key: string; record: KeyRecord; formerUntil: number }> {
  if (!former.active) throw new Error('A key that is switched off is not rotated; make another.')
  const { account, name, limits, expiresAt: expiry } = former
  const made = await createKey({ account, name, limits, expiresAt: expiresAt ?? expiry }, deps)
  const formerUntil = Math.min(former.expiresAt ?? Number.POSITIVE_INFINITY, keepUntil)
  await deps.keys.setExpiry(former.hash, formerUntil)
  return { ...made, formerUntil }
}
