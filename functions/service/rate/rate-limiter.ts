import { type CounterStore, windowOf } from '../ports/counter-store.ts'
import { RateLimited } from './rate-limited.ts'
import { type RateLimits, WINDOW_SECONDS } from './rate-limits.ts'
import { advance, count, mergeCounts, newTally, secondsToWait, type Tally } from './tally.ts'

/** A key or an address, and what it may do. */
export type RateSubject = { id: string; limits: RateLimits }

/**
 * Counts one request for each subject. Throws `RateLimited` when it is one too many for any of them: at once by what
 * this process knows, which costs nothing, and later by what the others have counted.
 */
export type RateLimiter = (subjects: readonly RateSubject[]) => Promise<void>

/** Subjects a process remembers; the ones not seen for longest are forgotten first. */
const MAX_SUBJECTS = 10_000

/**
 * A limiter of which any number of processes may run. Each decides by what it knows, and each request tells the
 * others of one of its subjects, the one it owes most news of: one write a request, and none for a request that is
 * refused by what is known already. With several subjects what one process has not told yet can exceed a limit by one
 * request a process.
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

  /** Gives the seconds to wait by what all processes have counted; later requests here may have moved the tally on. */
  const tell = async ({ id, limits }: RateSubject, tally: Tally): Promise<number> => {
    const { second, window, previousWindow } = tally
    const untold = tally.unreported
    tally.unreported = { requests: 0, now: 0 }
    const [seen, earlier] = await Promise.all([
      counters.add(id, { second, ...untold }),
      previousWindow ?? counters.read(id, windowOf(window - 1, WINDOW_SECONDS)),
    ])
    mergeCounts(tally, seen, second, earlier)
    return secondsToWait({ ...seen, second, window, previousWindow: earlier }, limits, 0)
  }

  return (subjects) => {
    const second = Math.floor(now() / 1000)
    const known = subjects.map((subject) => ({ subject, tally: tallyOf(subject.id, second) }))
    for (const { subject, tally } of known) throwIfLimited(secondsToWait(tally, subject.limits, 1))
    for (const { tally } of known) count(tally)
    const [most] = known.toSorted(
      (a, b) => b.tally.unreported.requests - a.tally.unreported.requests,
    )
    return most ? tell(most.subject, most.tally).then(throwIfLimited) : Promise.resolve()
  }
}

function throwIfLimited(seconds: number): void {
  if (seconds > 0) throw new RateLimited(seconds)
}
