// Standard Webhooks 1.0.0, "Deliverability and reliability": seconds before each attempt.
const DELAYS_SECONDS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
const JITTER = 0.1
/** However long an endpoint asks us to wait, not longer than this or than twice our own delay. */
const MAX_RETRY_AFTER = 3600

/** How many attempts a delivery gets. */
export const MAX_ATTEMPTS = DELAYS_SECONDS.length

/**
 * Seconds to wait before attempt number `attempt` (from 0), with up to a tenth of jitter (`random` in 0–1), or
 * undefined when there is no such attempt. `retryAfter` is what the endpoint asked for; it can lengthen the wait but
 * not shorten it.
 */
export function retryDelay(attempt: number, random: number, retryAfter = 0): number | undefined {
  const base = DELAYS_SECONDS[attempt]
  if (base === undefined) return undefined
  const asked = Math.min(retryAfter, Math.max(2 * base, MAX_RETRY_AFTER))
  return Math.ceil(Math.max(base, asked) * (1 + JITTER * random))
}

/** The seconds a `Retry-After` header asks for, in either of its forms; 0 when it says nothing readable. */
export function parseRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? 0 : Math.max(0, Math.ceil((date - now) / 1000))
}
