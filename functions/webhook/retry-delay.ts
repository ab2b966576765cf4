/** Seconds before each attempt: the example schedule of Standard Webhooks 1.0.0, "Deliverability and reliability". */
const DELAYS_SECONDS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
const JITTER = 0.1
/**
 * Seconds of `Retry-After` that are always honoured. Above, a delay is honoured up to twice that of the schedule, so
 * that no endpoint can postpone its webhooks for ever.
 */
const MAX_RETRY_AFTER = 3600

/** How many attempts a delivery gets. */
export const MAX_ATTEMPTS = DELAYS_SECONDS.length

/**
 * Seconds to wait before attempt number `attempt` (from 0), or undefined when the schedule has no such attempt. Up to a
 * tenth is added as jitter (`random` in 0–1). `retryAfter` is the delay in seconds that the endpoint asked for; it can
 * lengthen the wait but not shorten it.
 */
export function retryDelay(attempt: number, random: number, retryAfter = 0): number | undefined {
  const base = DELAYS_SECONDS[attempt]
  if (base === undefined) return undefined
  const requested = Math.min(retryAfter, Math.max(2 * base, MAX_RETRY_AFTER))
  return Math.ceil(Math.max(base, requested) * (1 + JITTER * random))
}

/**
 * The seconds that a `Retry-After` header asks for, as a number of seconds or as a date (RFC 9110, section 10.2.3); 0
 * when it is neither. `now` in epoch milliseconds.
 */
export function parseRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? 0 : Math.max(0, Math.ceil((date - now) / 1000))
}
