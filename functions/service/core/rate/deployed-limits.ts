import { optionalEnv } from '../../../env.ts'
import type { RateLimits } from '../model/rate-limits.ts'

/** The limits that the public interface documents. */
const PUBLISHED_LIMITS: RateLimits = { perWindow: 250, perSecond: 5 }

/**
 * The limits of this deployment for addresses and for keys without limits of their own: `RATE_LIMIT_WINDOW` and
 * `RATE_LIMIT_SECOND`, or the published ones. Throws when a variable is not a whole number above zero.
 */
export function deployedLimits(): RateLimits {
  return {
    perWindow: limitFromEnv('RATE_LIMIT_WINDOW', PUBLISHED_LIMITS.perWindow),
    perSecond: limitFromEnv('RATE_LIMIT_SECOND', PUBLISHED_LIMITS.perSecond),
  }
}

function limitFromEnv(name: string, published: number): number {
  const value = Number(optionalEnv(name) ?? published)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new Error(`${name} must be a whole number above 0.`)
}
