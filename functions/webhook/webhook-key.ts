import { createSecretKey, type KeyObject } from 'node:crypto'

const PREFIX = 'whsec_'
const MIN_BYTES = 24
const MAX_BYTES = 64

/** Keys are cached, because a process signs and verifies with few secrets. */
const MAX_CACHED_KEYS = 64
const cachedKeys = new Map<string, KeyObject>()

/**
 * The key of a Standard Webhooks secret: `whsec_` and the base64 of 24–64 bytes. Throws for anything else, in a message
 * that does not repeat the secret.
 */
export function webhookKey(secret: string): KeyObject {
  const known = cachedKeys.get(secret)
  if (known) return known
  const key = createSecretKey(decodeSecret(secret))
  if (cachedKeys.size >= MAX_CACHED_KEYS) cachedKeys.clear()
  cachedKeys.set(secret, key)
  return key
}

function decodeSecret(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : ''
  const key = Buffer.from(text, 'base64')
  // Node's decoder ignores characters that are not base64. Encoding the bytes again shows whether there were any.
  if (key.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) throw malformed()
  if (key.length < MIN_BYTES || key.length > MAX_BYTES) throw malformed()
  return key
}

function malformed() {
  return new Error(
    `A webhook secret must be ${PREFIX} and base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes.`,
  )
}
