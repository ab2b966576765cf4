import { clientNetwork } from './client-network.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { RateLimits } from './rate-limits.ts'

export type LimitAnonymousDeps = { limit: RateLimiter }

/** What one address may ask of what is open to anybody; a page asks for all it shows within a second. */
const ANONYMOUS_LIMITS: RateLimits = { perWindow: 250, perSecond: 25 }

/**
 * Counts a request that needs no key by its address, apart from the requests with a key. Throws `RateLimited`.
 */
export async function limitAnonymous(
  ip: string | undefined,
  { limit }: LimitAnonymousDeps,
): Promise<void> {
  if (ip) await limit([{ id: `open#${clientNetwork(ip)}`, limits: ANONYMOUS_LIMITS }])
}
