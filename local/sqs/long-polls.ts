/** The receivers that wait for messages. */
export type LongPolls = ReturnType<typeof createLongPolls>

/** The longest timer. A wait that wakes too early checks again and continues. */
const LONGEST_MS = 20_000

/**
 * Creates the waiting list of receivers in long polling. Nothing polls: a wait ends by `wake`, by time or by its
 * signal.
 */
export function createLongPolls(clock: () => number) {
  const rooms = new Map<string, Set<() => void>>()

  return {
    /** Resolves when the queue is woken, at `until` (epoch milliseconds), or when the signal is aborted. */
    wait: (queue: string, until: number, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const room = rooms.get(queue) ?? new Set()
        rooms.set(queue, room)
        const done = (): void => {
          clearTimeout(timer)
          room.delete(done)
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, Math.min(Math.max(until - clock(), 1), LONGEST_MS))
        room.add(done)
        signal?.addEventListener('abort', done)
      }),
    wake: (queue: string): void => {
      for (const done of [...(rooms.get(queue) ?? [])]) done()
    },
    close: (): void => {
      for (const room of rooms.values()) for (const done of [...room]) done()
    },
  }
}
