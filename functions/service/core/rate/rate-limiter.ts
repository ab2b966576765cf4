import { type RateLimits, WINDOW_SECONDS, windowOf } from '../model/rate-limits.ts'
import type { CounterStore } from '../ports/counter-store.ts'
import { RateLimited } from './rate-limited.ts'
import { advance, count, mergeCounts, newTally, secondsToWait, type Tally } from './tally.ts'

/** A key or an address with its limits. */
export type RateSubject = { id: string; limits: RateLimits }

/**
 * Counts one request for each subject. Throws `RateLimited` when it is one too many for any of them: synchronously when
 * this process knows it, without any I/O, and otherwise by rejecting once the counts of all processes are known.
 */
export type RateLimiter = {
  (subjects: readonly RateSubject[]): Promise<void>
  /** Throws `RateLimited` when this process knows the next request to be one too many. Counts nothing, without I/O. */
  check?(subjects: readonly RateSubject[]): void
}

/** The most subjects whose tallies a process keeps; the least recently used are dropped first. */
const MAX_SUBJECTS = 10_000

/**
 * A distributed rate limiter: any number of processes share `counters`. Each process keeps a tally of every subject.
 * Each request reports the subject with the most unreported requests, so it costs one write, and none when the tally
 * alone refuses it. With several subjects a limit can be exceeded by one request a process, the one not reported yet.
 */
export function createRateLimiter(counters: CounterStore, now: () => number): RateLimiter {
  const tallies = new Map<string, Tally>()

  const tallyOf = (id: string, second: number): Tally => {
    const tally = tallies.get(id) ?? newTally(second)
    tallies.delete(id)
    tallies.set(id, tally)
    if (tallies.size > MAX_SUBJECTS) tallies.delete(tallies.keys().next().value ?? '')
    advance(tally, second)
    return tally
  }

  /**
   * Reports a tally and returns the seconds to wait by the counts of all processes. Later requests of this process may
   * have changed the tally meanwhile, so the state before the write is kept.
   */
  const report = async ({ id, limits }: RateSubject, tally: Tally): Promise<number> => {
    const { second, window, previousWindow } = tally
    const { unreported } = tally
    tally.unreported = { requests: 0, now: 0 }
    const [seen, earlier] = await Promise.all([
      counters.add(id, { second, ...unreported }),
      previousWindow ?? counters.read(id, windowOf(window - 1, WINDOW_SECONDS)),
    ])
    mergeCounts(tally, seen, second, earlier)
    return secondsToWait({ ...seen, second, window, previousWindow: earlier }, limits, 0)
  }

  const tallied = (subjects: readonly RateSubject[]) => {
    const second = Math.floor(now() / 1000)
    const known = subjects.map((subject) => ({ subject, tally: tallyOf(subject.id, second) }))
    for (const { subject, tally } of known) throwIfLimited(secondsToWait(tally, subject.limits, 1))
    return known
  }

  const limit = (subjects: readonly RateSubject[]): Promise<void> => {
    const known = tallied(subjects)
    for (const { tally } of known) count(tally)
    const [most] = known.toSorted(
      (a, b) => b.tally.unreported.requests - a.tally.unreported.requests,
    )
    return most ? report(most.subject, most.tally).then(throwIfLimited) : Promise.resolve()
  }
  return Object.assign(limit, {
    check: (subjects: readonly RateSubject[]) => void tallied(subjects),
  })
}

function throwIfLimited(seconds: number): void {
  if (seconds > 0) throw new RateLimited(seconds)
}
