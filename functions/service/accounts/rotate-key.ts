import type { KeyRecord } from '../model/api-key.ts'
import type { KeyStore } from '../ports/key-store.ts'
import { createKey } from './create-key.ts'

export type RotateKeyInput = {
  /** The key that is replaced. */
  former: KeyRecord
  /** Epoch seconds from which the former key is not let in any more; at the latest when it would have expired. */
  keepUntil: number
  /** Epoch seconds at which the new key expires; without it the new key does not. */
  expiresAt?: number | undefined
}

/**
 * Makes a key that may do what a former one may, and lets both in until the clients have changed over. The new key is
 * in the answer and nowhere else. Throws when the former one is switched off, because it is not in use.
 */
export async function rotateKey(
  { former, keepUntil, expiresAt }: RotateKeyInput,
  deps: { keys: KeyStore; now: () => number },
): Promise<{ key: string; record: KeyRecord; formerUntil: number }> {
  if (!former.active) throw new Error('A key that is switched off is not rotated; make another.')
  const { account, name, limits } = former
  const made = await createKey({ account, name, limits, expiresAt }, deps)
  const formerUntil = Math.min(former.expiresAt ?? Number.POSITIVE_INFINITY, keepUntil)
  await deps.keys.setExpiry(former.hash, formerUntil)
  return { ...made, formerUntil }
}
