import type { Retrier } from '../definition/schema.ts'
import { matchesError } from '../match-error.ts'
import type { StateError } from '../state-error.ts'
import type { Frame } from '../store/frames.ts'

/** Milliseconds before try number `used + 1` of a retrier: IntervalSeconds x BackoffRate^used, capped, with full jitter on demand. */
function retryDelayMs(retrier: Retrier, used: number, random: () => number): number {
  const { IntervalSeconds = 1, BackoffRate = 2, MaxDelaySeconds = Infinity } = retrier
  const seconds = Math.min(IntervalSeconds * BackoffRate ** used, MaxDelaySeconds, 99_999_999)
  return Math.round(seconds * 1_000 * (retrier.JitterStrategy === 'FULL' ? random() : 1))
}

/**
 * Uses up one try of the first retrier that matches an error. Returns the pause before it in milliseconds; null when no
 * retrier matches or the one that does has none left. Each retrier counts by itself (Amazon States Language, "Retrying after error").
 */
export function takeRetry(
  retriers: readonly Retrier[],
  frame: Frame,
  failure: StateError,
  random: () => number,
): number | null {
  const index = retriers.findIndex((retrier) => matchesError(retrier.ErrorEquals, failure.error))
  const retrier = retriers[index]
  if (retrier === undefined) return null
  const used = frame.retries[index] ?? 0
  if (used >= (retrier.MaxAttempts ?? 3)) return null
  frame.retries = retriers.map((_, i) => (frame.retries[i] ?? 0) + (i === index ? 1 : 0))
  frame.retryCount += 1
  return retryDelayMs(retrier, used, random)
}
