/** How often is asked: quickly while something runs, ever more slowly when all is quiet, never while hidden. */
export type Pace = { busyMs: number; quietMs: number }

/** What a poll found, and so how soon the next one is worth its cost. */
export type Found = 'busy' | 'quiet' | 'failed'

/** How much slower each quiet or failed round is than the one before. */
const SLOWING = 1.5

/** The time until the next poll: `busyMs` while something runs, growing to `quietMs` while nothing does. */
export function nextDelay(delay: number, found: Found, { busyMs, quietMs }: Pace): number {
  if (found === 'busy') return busyMs
  return Math.min(quietMs, Math.max(busyMs, delay) * SLOWING)
}

/** Asks again and again until it is stopped: not while the page is hidden, and at once when it is seen again. */
export function startPolling(ask: () => Promise<Found>, pace: Pace): { now(): void; stop(): void } {
  let delay = pace.busyMs
  let timer = 0
  let asking = false
  let stopped = false
  const round = async (): Promise<void> => {
    if (asking || stopped || document.hidden) return
    asking = true
    clearTimeout(timer)
    const found = await ask().catch((): Found => 'failed')
    asking = false
    delay = nextDelay(delay, found, pace)
    if (!stopped && !document.hidden) timer = setTimeout(round, delay)
  }
  const seen = (): void => {
    clearTimeout(timer)
    if (!document.hidden) void round()
  }
  document.addEventListener('visibilitychange', seen)
  addEventListener('online', seen)
  void round()
  return {
    now: seen,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
      removeEventListener('online', seen)
    },
  }
}
