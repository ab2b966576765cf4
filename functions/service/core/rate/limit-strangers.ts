import { Failure } from '../../../../catalog/failures/failure.ts'
import type { RateLimits } from '../model/rate-limits.ts'
import { clientNetwork } from './client-network.ts'
import type { RateLimiter, RateSubject } from './rate-limiter.ts'

/** A web page whose key has expired loads everything it shows within a second. */
const LEAST_PER_SECOND = 25

/** The most keys that a process remembers as valid; the oldest are forgotten first. */
const MAX_KEYS = 10_000

export type LimitStrangersDeps = {
  limit: RateLimiter
  /** For addresses. */
  limits: RateLimits
  /** Hashes of keys that this process has found to be valid. */
  validKeys: Set<string>
}

/**
 * Counts the requests of an address that carry no valid key, and runs `authenticate` for the others. An address with
 * too many of them is refused before its key is looked up, so that guessing keys costs it its requests and us nothing.
 * A key that this process found to be valid before is looked up all the same, so that nobody is shut out by a neighbour
 * behind the same address. `hash` is that of the key, undefined where the request has none of the right form. Throws
 * what `authenticate` throws, or `RateLimited`.
 */
export async function limitStrangers<T>(
  { ip, hash }: { ip: string | undefined; hash: string | undefined },
  { limit, limits, validKeys }: LimitStrangersDeps,
  authenticate: () => Promise<T>,
): Promise<T> {
  const subjects = ip === undefined ? [] : [strangersAt(ip, limits)]
  if (hash === undefined || !validKeys.has(hash)) limit.check?.(subjects)
  try {
    const found = await authenticate()
    if (hash !== undefined) remember(hash, validKeys)
    return found
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (hash !== undefined) validKeys.delete(hash)
    await limit(subjects)
    throw error
  }
}

function strangersAt(ip: string, { perWindow, perSecond }: RateLimits): RateSubject {
  const limits = { perWindow, perSecond: Math.max(perSecond, LEAST_PER_SECOND) }
  return { id: `stranger#${clientNetwork(ip)}`, limits }
}

function remember(hash: string, validKeys: Set<string>): void {
  validKeys.delete(hash)
  validKeys.add(hash)
  const [oldest] = validKeys
  if (validKeys.size > MAX_KEYS && oldest !== undefined) validKeys.delete(oldest)
}
