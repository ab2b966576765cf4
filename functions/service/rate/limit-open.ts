import type { RateLimiter } from './rate-limiter.ts'
import type { RateLimits } from './rate-limits.ts'
import { sourceOf } from './source-of.ts'

export type LimitOpenDeps = { limit: RateLimiter }

/** What one address may ask of what is open to anybody; a page asks for all it shows within a second. */
const OPEN_LIMITS: RateLimits = { perWindow: 250, perSecond: 25 }

/**
 * Counts a request that needs no key by its address, apart from the requests with a key. Throws `RateLimited`.
 */
export const limitOpen = async (
  ip: string | undefined,
  { limit }: LimitOpenDeps,
): Promise<void> => {
  if (ip) await limit([{ id: `open#${sourceOf(ip)}`, limits: OPEN_LIMITS }])
}
