import { timingSafeEqual } from 'node:crypto'
import { Failure } from '../../../catalog/failures/failure.ts'
import type { ApiRequest } from '../core/http/api-request.ts'
import { type KeyRecord, keyHash } from '../core/model/api-key.ts'
import type { KeyStore } from '../core/ports/key-store.ts'

// The name of the scheme is case-insensitive (RFC 9110, section 11.1). Keys are visible ASCII characters.
const BEARER = /^bearer ([\x21-\x7e]{1,512})$/i

/**
 * The record of the key that a request carries in `Authorization: Bearer <key>` (RFC 6750, section 2.1). Throws
 * `unknownKeyFailure`, `InactiveApiKey` or `ExpiredApiKey`. `now` in epoch milliseconds.
 */
export async function authenticate(
  { headers }: Pick<ApiRequest, 'headers'>,
  { keys, now }: { keys: KeyStore; now: () => number },
  unknownKeyFailure: 'InvalidApiKey' | 'InvalidAccessToken' = 'InvalidApiKey',
): Promise<KeyRecord> {
  const hash = bearerHash(headers)
  const record = hash === undefined ? undefined : await keys.get(hash)
  if (!hash || !record || !sameHash(record.hash, hash)) throw new Failure(unknownKeyFailure)
  if (!record.active) throw new Failure('InactiveApiKey')
  if (record.expiresAt !== undefined && record.expiresAt * 1000 <= now()) {
    throw new Failure('ExpiredApiKey')
  }
  return record
}

/** The hash of the key that a request carries; undefined where it has none of the right form. */
export function bearerHash(headers: ApiRequest['headers']): string | undefined {
  const key = BEARER.exec(headers['authorization'] ?? '')?.[1]
  return key === undefined ? undefined : keyHash(key)
}

/** Compares in constant time, whatever comparison the store used to find the record. */
function sameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
