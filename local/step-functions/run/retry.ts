import type { Retrier } from '../definition/schema.ts'
import { matchesError, type StateError } from '../state-error.ts'
import type { Frame } from '../store/frames.ts'

/**
 * The pause in milliseconds before retry `used + 1`: IntervalSeconds × BackoffRate^used, at most MaxDelaySeconds,
 * with full jitter if asked for.
 */
function retryDelayMs(retrier: Retrier, used: number, random: () => number): number {
  const { IntervalSeconds = 1, BackoffRate = 2, MaxDelaySeconds = Infinity } = retrier
  const seconds = Math.min(IntervalSeconds * BackoffRate ** used, MaxDelaySeconds, 99_999_999)
  return Math.round(seconds * 1_000 * (retrier.JitterStrategy === 'FULL' ? random() : 1))
}

/**
 * Uses one retry of the first retrier that matches an error and returns the pause before it in milliseconds. Null
 * when no retrier matches or the matching one has none left. Each retrier counts its own retries (Amazon States
 * Language, "Retrying after error").
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
