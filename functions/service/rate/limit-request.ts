import type { KeyRecord } from '../ports/key-store.ts'
import { clientNetwork } from './client-network.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { RateLimits } from './rate-limits.ts'

export type LimitRequestDeps = {
  limit: RateLimiter
  /** For keys without limits of their own, and for addresses. */
  limits: RateLimits
}

/**
 * Counts a request by its key and its address. Throws `RateLimited`. A key with limits of its own was trusted with
 * them, so its requests count for no address.
 */
export function limitRequest(
  { hash, limits: own }: KeyRecord,
  ip: string | undefined,
  { limit, limits }: LimitRequestDeps,
): Promise<void> {
  const key = { id: `key#${hash}`, limits: own ?? limits }
  return limit(own || !ip ? [key] : [key, { id: `ip#${clientNetwork(ip)}`, limits }])
}
