import { type Counts, windowOf } from './counter-store.ts'
import { type RateLimits, WINDOW_SECONDS } from './rate-limits.ts'

/** What one process knows of a subject's requests. Seconds are epoch seconds. */
export type Tally = {
  /** First second of the window the counts are of. */
  window: number
  /** Requests of the window before; undefined until somebody asked. */
  before: number | undefined
  inWindow: number
  second: number
  inSecond: number
  /** Counted here and not told to the others yet, and how many of them in `second`. */
  untold: { requests: number; now: number }
}

/** The tally of a subject nobody here has seen. */
export const newTally = (second: number): Tally => ({
  window: windowOf(second, WINDOW_SECONDS),
  before: undefined,
  inWindow: 0,
  second,
  inSecond: 0,
  untold: { requests: 0, now: 0 },
})

/** Brings a tally to the present second. Untold requests of a window that is over are dropped: they bind nobody. */
export const advance = (tally: Tally, second: number): void => {
  if (second <= tally.second) return
  const window = windowOf(second, WINDOW_SECONDS)
  if (window !== tally.window) {
    // What others counted since our last look is missing, so it is asked for; until then ours is the best guess.
    tally.before = undefined
    tally.inWindow = 0
    tally.untold.requests = 0
    tally.window = window
  }
  tally.second = second
  tally.inSecond = 0
  tally.untold.now = 0
}

/** Counts one request. */
export const count = (tally: Tally): void => {
  tally.inWindow += 1
  tally.inSecond += 1
  tally.untold.requests += 1
  tally.untold.now += 1
}

/** Takes over what all processes together have counted by `second`. */
export const learn = (tally: Tally, seen: Counts, second: number, before: number): void => {
  if (windowOf(second, WINDOW_SECONDS) === tally.window) {
    tally.before = before
    tally.inWindow = Math.max(tally.inWindow, seen.inWindow + tally.untold.requests)
  }
  if (second === tally.second) {
    tally.inSecond = Math.max(tally.inSecond, seen.inSecond + tally.untold.now)
  }
}

/**
 * Seconds until a request fits beside the `spare` ones (0: it is counted already), 0 when it fits now. The last 300
 * seconds are this window and, of the one before, the share that still lies in them.
 */
export const secondsToWait = (
  { second, window, before = 0, inWindow, inSecond }: Omit<Tally, 'untold'>,
  { perWindow, perSecond }: RateLimits,
  spare: 0 | 1,
): number => {
  if (inSecond + spare > perSecond) return 1
  const gone = second - window
  const room = perWindow - spare - inWindow
  if (room >= 0) return Math.max(0, firstFit(before, room) - gone)
  return WINDOW_SECONDS - gone + firstFit(inWindow, perWindow - 1)
}

/** The first second of a window at whose end no more than `room` of the requests of the window before still count. */
const firstFit = (before: number, room: number): number =>
  before <= room ? 0 : Math.floor(WINDOW_SECONDS * (1 - (room + 1) / before))
