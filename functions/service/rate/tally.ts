import { type RequestCounts, windowOf } from '../ports/counter-store.ts'
import { type RateLimits, WINDOW_SECONDS } from './rate-limits.ts'

/** What one process knows of a subject's requests. Seconds are epoch seconds. */
export type Tally = {
  /** First second of the window the counts are of. */
  window: number
  /** Requests of the window before; undefined until somebody asked. */
  previousWindow: number | undefined
  inWindow: number
  second: number
  inSecond: number
  /** Counted here and not told to the others yet, and how many of them in `second`. */
  unreported: { requests: number; now: number }
}

/** The tally of a subject nobody here has seen. */
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

/** Brings a tally to the present second. Untold requests of a window that is over are dropped: they bind nobody. */
export function advance(tally: Tally, second: number): void {
  if (second <= tally.second) return
  const window = windowOf(second, WINDOW_SECONDS)
  if (window !== tally.window) {
    // What others counted since our last look is missing, so it is asked for; until then ours is the best guess.
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

/** Takes over what all processes together have counted by `second`. */
export function mergeCounts(
  tally: Tally,
  seen: RequestCounts,
  second: number,
  before: number,
): void {
  if (windowOf(second, WINDOW_SECONDS) === tally.window) {
    tally.previousWindow = before
    tally.inWindow = Math.max(tally.inWindow, seen.inWindow + tally.unreported.requests)
  }
  if (second === tally.second) {
    tally.inSecond = Math.max(tally.inSecond, seen.inSecond + tally.unreported.now)
  }
}

/**
 * Seconds until a request fits beside the `spare` ones (0: it is counted already), 0 when it fits now. The last 300
 * seconds are this window and, of the one before, the share that still lies in them.
 */
export function secondsToWait(
  { second, window, previousWindow = 0, inWindow, inSecond }: Omit<Tally, 'unreported'>,
  { perWindow, perSecond }: RateLimits,
  spare: 0 | 1,
): number {
  if (inSecond + spare > perSecond) return 1
  const gone = second - window
  const room = perWindow - spare - inWindow
  if (room >= 0) return Math.max(0, firstFit(previousWindow, room) - gone)
  return WINDOW_SECONDS - gone + firstFit(inWindow, perWindow - 1)
}

/** The first second of a window at whose end no more than `room` of the requests of the window before still count. */
function firstFit(before: number, room: number): number {
  return before <= room ? 0 : Math.floor(WINDOW_SECONDS * (1 - (room + 1) / before))
}
