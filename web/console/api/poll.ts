import { type Found, nextDelay, type Pace, restAfter } from './pace.ts'

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
    const began = performance.now()
    const found = await ask().catch((): Found => 'failed')
    asking = false
    delay = nextDelay(delay, found, pace)
    const rest = restAfter(delay, performance.now() - began)
    if (!stopped && !document.hidden) timer = setTimeout(round, rest)
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
