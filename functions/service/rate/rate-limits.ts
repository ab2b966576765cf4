import { optionalEnv } from '../../env.ts'

/** How many requests are answered; both must hold. */
export type RateLimits = {
  /** In any 300 seconds. */
  perWindow: number
  /** In any one second of the clock. */
  perSecond: number
}

/** Seconds of the longer limit. */
export const WINDOW_SECONDS = 300

/** What the public interface promises. */
const PUBLISHED_LIMITS: RateLimits = { perWindow: 250, perSecond: 5 }

/**
 * The limits of this deployment for keys without limits of their own and for addresses: `RATE_LIMIT_WINDOW` and
 * `RATE_LIMIT_SECOND`, or the published ones. Throws when a variable is no whole number above zero.
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
