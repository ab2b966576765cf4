import { timingSafeEqual } from 'node:crypto'
import { Failure } from '../../../catalog/failure.ts'
import type { ApiRequest } from '../http/api-request.ts'
import { keyHash } from '../model/key-hash.ts'
import type { KeyRecord, KeyStore } from '../ports/key-store.ts'

// The scheme's name is not case-sensitive (RFC 9110); keys are visible characters.
const BEARER = /^bearer ([\x21-\x7e]{1,512})$/i

/**
 * The record of the key the request carries in `Authorization: Bearer <key>`. Throws `unrecognized`, `InactiveApiKey`
 * or `ExpiredApiKey`. `now` in epoch milliseconds.
 */
export async function authenticate(
  { headers }: Pick<ApiRequest, 'headers'>,
  { keys, now }: { keys: KeyStore; now: () => number },
  unrecognized: 'InvalidApiKey' | 'InvalidAccessToken' = 'InvalidApiKey',
): Promise<KeyRecord> {
  const key = BEARER.exec(headers['authorization'] ?? '')?.[1]
  const hash = key === undefined ? undefined : keyHash(key)
  const record = hash === undefined ? undefined : await keys.get(hash)
  if (!hash || !record || !sameHash(record.hash, hash)) throw new Failure(unrecognized)
  if (!record.active) throw new Failure('InactiveApiKey')
  if (record.expiresAt !== undefined && record.expiresAt * 1000 <= now()) {
    throw new Failure('ExpiredApiKey')
  }
  return record
}

/** In constant time, however the store that found the record compares. */
function sameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
