import { type RateLimits, WINDOW_SECONDS, windowOf } from '../model/rate-limits.ts'
import type { RequestCounts } from '../ports/counter-store.ts'

/** The requests of a subject, as one process knows them. Seconds are epoch seconds. */
export type Tally = {
  /** First second of the present window. */
  window: number
  /** Requests of the window before; undefined until they were read. */
  previousWindow: number | undefined
  inWindow: number
  second: number
  inSecond: number
  /** Requests counted by this process and not yet reported to the store, and how many of them in `second`. */
  unreported: { requests: number; now: number }
}

/** The tally of a subject that this process has not seen before. */
export function newTally(second: number): Tally {
  return {
    window: windowOf(second, WINDOW_SECONDS),
    previousWindow: undefined,
    inWindow: 0,
    second,
    inSecond: 0,
    unreported: { requests: 0, now: 0 },
  }
}

/**
 * Moves a tally to the present second. Unreported requests of a window that is over count for no limit and are dropped.
 */
export function advance(tally: Tally, second: number): void {
  if (second <= tally.second) return
  const window = windowOf(second, WINDOW_SECONDS)
  if (window !== tally.window) {
    // Other processes may have counted requests in the meantime, so the count of the window before is read again.
    tally.previousWindow = undefined
    tally.inWindow = 0
    tally.unreported.requests = 0
    tally.window = window
  }
  tally.second = second
  tally.inSecond = 0
  tally.unreported.now = 0
}

/** Counts one request. */
export function count(tally: Tally): void {
  tally.inWindow += 1
  tally.inSecond += 1
  tally.unreported.requests += 1
  tally.unreported.now += 1
}

/** Merges the counts of all processes at `second` into a tally. */
export function mergeCounts(
  tally: Tally,
  seen: RequestCounts,
  second: number,
  previous: number,
): void {
  if (windowOf(second, WINDOW_SECONDS) === tally.window) {
    tally.previousWindow = previous
    tally.inWindow = Math.max(tally.inWindow, seen.inWindow + tally.unreported.requests)
  }
  if (second === tally.second) {
    tally.inSecond = Math.max(tally.inSecond, seen.inSecond + tally.unreported.now)
  }
}

/**
 * Seconds until a request is within the limits; 0 when it is now. `spare` is 1 for a request that is not counted yet
 * and 0 for one that is. The method is a sliding window counter: the requests of the last 300 seconds are estimated as
 * those of the present window, plus those of the window before in proportion to its part that still lies in them.
 */
export function secondsToWait(
  { second, window, previousWindow = 0, inWindow, inSecond }: Omit<Tally, 'unreported'>,
  { perWindow, perSecond }: RateLimits,
  spare: 0 | 1,
): number {
  if (inSecond + spare > perSecond) return 1
  const elapsed = second - window
  const room = perWindow - spare - inWindow
  if (room >= 0) return Math.max(0, firstFit(previousWindow, room) - elapsed)
  return WINDOW_SECONDS - elapsed + firstFit(inWindow, perWindow - 1)
}

/** The first second of a window after which at most `room` requests of the window before still count. */
function firstFit(previous: number, room: number): number {
  return previous <= room ? 0 : Math.floor(WINDOW_SECONDS * (1 - (room + 1) / previous))
}
