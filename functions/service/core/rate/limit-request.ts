import type { KeyRecord } from '../model/api-key.ts'
import type { RateLimits } from '../model/rate-limits.ts'
import { clientNetwork } from './client-network.ts'
import type { RateLimiter } from './rate-limiter.ts'

export type LimitRequestDeps = LimitAnonymousDeps & {
  /** For addresses, and for keys without limits of their own. */
  limits: RateLimits
}

export type LimitAnonymousDeps = { limit: RateLimiter }

/** Limits of one address for requests without a key. A web page loads everything it shows within a second. */
const ANONYMOUS_LIMITS: RateLimits = { perWindow: 250, perSecond: 25 }

/**
 * Counts a request by its key and its address. The requests of a key with limits of its own are not counted for the
 * address. Throws `RateLimited`.
 */
export function limitRequest(
  { hash, limits: own }: KeyRecord,
  ip: string | undefined,
  { limit, limits }: LimitRequestDeps,
): Promise<void> {
  const key = { id: `key#${hash}`, limits: own ?? limits }
  return limit(own || !ip ? [key] : [key, { id: `ip#${clientNetwork(ip)}`, limits }])
}

/** Counts a request without a key by its address, separately from requests with a key. Throws `RateLimited`. */
export async function limitAnonymous(
  ip: string | undefined,
  { limit }: LimitAnonymousDeps,
): Promise<void> {
  if (ip) await limit([{ id: `open#${clientNetwork(ip)}`, limits: ANONYMOUS_LIMITS }])
}
