import { createSecretKey, type KeyObject } from 'node:crypto'

const PREFIX = 'whsec_'
const MIN_BYTES = 24
const MAX_BYTES = 64

/** A process signs and verifies with few secrets, again and again. */
const MAX_CACHED_KEYS = 64
const cachedKeys = new Map<string, KeyObject>()

/**
 * The key of a Standard Webhooks secret (`whsec_` + base64 of 24–64 bytes). Throws without repeating the secret when
 * it is anything else.
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
  // Node's decoder skips what is not base64; writing the bytes again shows whether it did.
  if (key.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) throw malformed()
  if (key.length < MIN_BYTES || key.length > MAX_BYTES) throw malformed()
  return key
}

function malformed() {
  return new Error(
    `A webhook secret must be ${PREFIX} and base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes.`,
  )
}
