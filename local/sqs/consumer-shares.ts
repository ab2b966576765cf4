/** Whose messages take how much of the receivers' time. */
export type ConsumerShares = ReturnType<typeof createConsumerShares>

/** The part of the time, or of the messages in flight, above which a group is a noisy neighbour. */
const NOISY_SHARE = 0.1
/** Messages in flight below which their part says nothing. */
const NOISY_IN_FLIGHT = 30
/** Milliseconds after which time that was taken counts half: what is meant by recent. */
const HALF_LIFE_MS = 60_000

type InFlight = { queue: string; group: string; since: number }

/**
 * Measures by message group how much of the receivers' time each takes. The measures and thresholds are those of SQS
 * (Developer Guide, "How Amazon SQS fair queues work"): a group is a noisy neighbour with more than a tenth of the
 * recent processing time, or of the messages in flight when it has thirty of them. What is recent is not documented.
 */
export function createConsumerShares(clock: () => number) {
  const inFlight = new Map<string, InFlight>()
  const queues = new Map<string, Map<string, { ms: number; at: number }>>()

  const timesOf = (queue: string) => {
    const times = queues.get(queue) ?? new Map<string, { ms: number; at: number }>()
    queues.set(queue, times)
    return times
  }
  const add = (queue: string, group: string, ms: number, now: number): void => {
    const times = timesOf(queue)
    times.set(group, { ms: faded(times.get(group), now) + ms, at: now })
  }

  return {
    began: (receipt: string, queue: string, group: string): void =>
      void inFlight.set(receipt, { queue, group, since: clock() }),
    /** Returns the group of the message, where it has one. */
    ended: (receipt: string): string | undefined => {
      const message = inFlight.get(receipt)
      inFlight.delete(receipt)
      if (message) add(message.queue, message.group, clock() - message.since, clock())
      return message?.group
    },
    /** A group without messages is quiet at once. */
    forget: (queue: string, group: string): void => void queues.get(queue)?.delete(group),
    /** The noisy groups of a queue, those with the fewest messages in flight first. */
    noisy: (queue: string): string[] => {
      const now = clock()
      const open = [...inFlight.values()].filter((message) => message.queue === queue)
      const counts = new Map<string, number>()
      const times = new Map<string, number>()
      for (const [group, time] of timesOf(queue)) times.set(group, faded(time, now))
      for (const { group, since } of open) {
        counts.set(group, (counts.get(group) ?? 0) + 1)
        times.set(group, (times.get(group) ?? 0) + now - since)
      }
      const all = [...times.values()].reduce((sum, ms) => sum + ms, 0)
      const countOf = (group: string): number => counts.get(group) ?? 0
      const isNoisy = (group: string): boolean => {
        const count = countOf(group)
        const isCrowding = count >= NOISY_IN_FLIGHT && count > NOISY_SHARE * open.length
        return isCrowding || (times.get(group) ?? 0) > NOISY_SHARE * all
      }
      return [...times.keys()].filter(isNoisy).toSorted((a, b) => countOf(a) - countOf(b))
    },
  }
}

function faded(time: { ms: number; at: number } | undefined, now: number): number {
  return time ? time.ms * 0.5 ** ((now - time.at) / HALF_LIFE_MS) : 0
}
