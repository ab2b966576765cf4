/** How many requests are answered; both limits must hold. */
export type RateLimits = {
  /** Requests in any `WINDOW_SECONDS`. */
  perWindow: number
  /** Requests in any one second of the clock. */
  perSecond: number
}

/** Seconds of the longer limit. */
export const WINDOW_SECONDS = 300

/** The first second of the window of `seconds` that `second` lies in. */
export function windowOf(second: number, seconds: number): number {
  return second - (second % seconds)
}
