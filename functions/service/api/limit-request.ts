import type { KeyRecord } from '../keys/key-store.ts'
import type { RateLimiter } from '../rate/rate-limiter.ts'
import type { RateLimits } from '../rate/rate-limits.ts'
import { sourceOf } from '../rate/source-of.ts'

export type LimitRequestDeps = {
  limit: RateLimiter
  /** For keys without limits of their own, and for addresses. */
  limits: RateLimits
}

/**
 * Counts a request by its key and its address. Throws `RateLimited`. A key with limits of its own was trusted with
 * them, so its requests count for no address.
 */
export const limitRequest = (
  { hash, limits: own }: KeyRecord,
  ip: string | undefined,
  { limit, limits }: LimitRequestDeps,
): Promise<void> => {
  const key = { id: `key#${hash}`, limits: own ?? limits }
  return limit(own || !ip ? [key] : [key, { id: `ip#${sourceOf(ip)}`, limits }])
}
