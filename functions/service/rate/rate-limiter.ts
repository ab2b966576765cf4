import { type CounterStore, windowOf } from './counter-store.ts'
import { RateLimited } from './rate-limited.ts'
import { type RateLimits, WINDOW_SECONDS } from './rate-limits.ts'
import { advance, count, learn, newTally, secondsToWait, type Tally } from './tally.ts'

/** A key or an address, and what it may do. */
export type Subject = { id: string; limits: RateLimits }

/**
 * Counts one request for each subject. Throws `RateLimited` when it is one too many for any of them: at once by what
 * this process knows, which costs nothing, and later by what the others have counted.
 */
export type RateLimiter = (subjects: readonly Subject[]) => Promise<void>

/** Subjects a process remembers; the ones not seen for longest are forgotten first. */
const MOST_SUBJECTS = 10_000

/**
 * A limiter of which any number of processes may run. Each decides by what it knows, and each request tells the
 * others of one of its subjects, the one it owes most news of: one write a request, and none for a request that is
 * refused by what is known already. With several subjects what one process has not told yet can exceed a limit by one
 * request a process.
 */
export const rateLimiter = (counters: CounterStore, now: () => number): RateLimiter => {
  const tallies = new Map<string, Tally>()

  const tallyOf = (id: string, second: number): Tally => {
    const tally = tallies.get(id) ?? newTally(second)
    tallies.delete(id)
    tallies.set(id, tally)
    if (tallies.size > MOST_SUBJECTS) tallies.delete(tallies.keys().next().value ?? '')
    advance(tally, second)
    return tally
  }

  /** Gives the seconds to wait by what all processes have counted; later requests here may have moved the tally on. */
  const tell = async ({ id, limits }: Subject, tally: Tally): Promise<number> => {
    const { second, window, before } = tally
    const untold = tally.untold
    tally.untold = { requests: 0, now: 0 }
    const [seen, earlier] = await Promise.all([
      counters.add(id, { second, ...untold }),
      before ?? counters.read(id, windowOf(window - 1, WINDOW_SECONDS)),
    ])
    learn(tally, seen, second, earlier)
    return secondsToWait({ ...seen, second, window, before: earlier }, limits, 0)
  }

  return (subjects) => {
    const second = Math.floor(now() / 1000)
    const known = subjects.map((subject) => ({ subject, tally: tallyOf(subject.id, second) }))
    for (const { subject, tally } of known) refuse(secondsToWait(tally, subject.limits, 1))
    for (const { tally } of known) count(tally)
    const [most] = known.toSorted((a, b) => b.tally.untold.requests - a.tally.untold.requests)
    return most ? tell(most.subject, most.tally).then(refuse) : Promise.resolve()
  }
}

const refuse = (seconds: number): void => {
  if (seconds > 0) throw new RateLimited(seconds)
}
