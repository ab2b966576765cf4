import { MAX_ATTEMPTS } from '../../webhook/retry-delay.ts'

/** Failed attempts at an endpoint, one after the other, with nothing taken in between. */
export type FailureStreak = {
  /** Epoch seconds of the first one. */
  since: number
  count: number
}

const FIVE_DAYS = 5 * 86_400

/** No fewer failures are evidence: as many as one event meets. */
const MIN_FAILURES = MAX_ATTEMPTS

/**
 * Seconds without any attempt after which a streak begins anew: nobody knows what the endpoint would have done
 * meanwhile. Longer than any wait between two attempts of one event, so that only a lack of events makes it.
 */
export const STREAK_GAP_SECONDS = 60 * 3600

/** Whether an endpoint whose streak goes on at `now` (epoch seconds) is not worth another attempt. */
export function isGivenUp({ since, count }: FailureStreak, now: number): boolean {
  return now - since >= FIVE_DAYS && count >= MIN_FAILURES
}
