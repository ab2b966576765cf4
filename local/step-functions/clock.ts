/**
 * The source of time; tests pass a virtual one. `now` is in milliseconds since the epoch, `setTimeout` returns the
 * function that cancels it.
 */
export type Clock = {
  now(): number
  setTimeout(fn: () => void, ms: number): () => void
}

/** The system clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout(fn, ms) {
    const timer = setTimeout(fn, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

// Node fires a timer at once when its delay does not fit 32 bits signed.
const longestTimerMs = 2 ** 31 - 1

/**
 * Calls `fn` when the clock has reached `at` (milliseconds since the epoch), never earlier and however far away that
 * is. A time in the past fires on the next turn of the timer queue. Returns the function that cancels it.
 */
export function callAt(clock: Clock, at: number, fn: () => void): () => void {
  let cancel: () => void
  const arm = (): void => {
    const left = Math.max(0, at - clock.now())
    cancel = clock.setTimeout(
      () => (clock.now() >= at ? fn() : arm()),
      Math.min(left, longestTimerMs),
    )
  }
  arm()
  return () => cancel()
}
