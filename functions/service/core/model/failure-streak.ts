import { MAX_ATTEMPTS } from '../../../webhook/retry-delay.ts'

/** Consecutive failed attempts at an endpoint. A successful attempt ends the streak. */
export type FailureStreak = {
  /** Epoch seconds of the first failure. */
  since: number
  count: number
}

const FIVE_DAYS_SECONDS = 5 * 86_400

/** Fewer failures are no evidence. One event whose every attempt fails makes this many. */
const MIN_FAILURES = MAX_ATTEMPTS

/**
 * Seconds without any attempt after which a streak begins anew, because it is unknown whether the endpoint would have
 * failed meanwhile. It is longer than any delay between two attempts of one event, so that only a lack of events can
 * cause such a gap.
 */
export const STREAK_GAP_SECONDS = 60 * 3600

/** Whether an endpoint that still fails at `now` (epoch seconds) has failed for too long to be tried again. */
export function isGivenUp({ since, count }: FailureStreak, now: number): boolean {
  return now - since >= FIVE_DAYS_SECONDS && count >= MIN_FAILURES
}
