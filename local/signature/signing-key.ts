import {
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import { type Claim, claimScope } from './claim.ts'

/** The keys in use: one for each access key, service and day. */
const derived = new Map<string, KeyObject>()
const MOST_KEYS = 1_000

/**
 * Derives the signing key of a scope (IAM User Guide, "Create a signed AWS API request", step 3). Keys are kept,
 * because each is valid for a day, as the objects that Node.js signs with: from bytes it makes one for each signature,
 * which takes four times as long as the signature itself.
 */
export function signingKey(
  secretAccessKey: string,
  claim: Pick<Claim, 'scopeDate' | 'region' | 'service'>,
): KeyObject {
  const parts = [claim.scopeDate, claim.region, claim.service, 'aws4_request']
  const from = JSON.stringify([secretAccessKey, ...parts])
  const known = derived.get(from)
  if (known) return known
  if (derived.size >= MOST_KEYS) derived.clear()
  const key = parts.reduce<KeyObject>(
    (from, part) => createSecretKey(hmac(from, part)),
    createSecretKey(`AWS4${secretAccessKey}`, 'utf8'),
  )
  derived.set(from, key)
  return key
}

/** The hex signature over `algorithm`, time, scope and further lines. */
export function signLines(
  key: KeyObject,
  algorithm: string,
  claim: Claim,
  lines: readonly string[],
): string {
  return hmac(key, [algorithm, claim.timestamp, claimScope(claim), ...lines].join('\n')).toString(
    'hex',
  )
}

/** The hex signature over a text alone, which the policy of a form is. */
export function signText(key: KeyObject, text: string): string {
  return hmac(key, text).toString('hex')
}

/** SHA-256 in hex. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/** Compares two hex digests in constant time. A string of another length is never equal. */
export function sameHex(left: string, right: string): boolean {
  const a = Buffer.from(left, 'latin1')
  const b = Buffer.from(right, 'latin1')
  return a.length === b.length && timingSafeEqual(a, b)
}

function hmac(key: KeyObject, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
}
