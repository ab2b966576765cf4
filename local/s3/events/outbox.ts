import type { Index } from '../store/open-index.ts'
import type { ObjectCreatedEvent } from './object-created.ts'

/** Receives an event; an event counts as delivered when this resolves. */
export type EventReceiver = (event: ObjectCreatedEvent) => void | Promise<void>

/** Events on their way: recorded with the object they announce, kept until they are delivered. */
export type Outbox = {
  /** Records an event. To be called inside the transaction that writes the object. */
  record(event: ObjectCreatedEvent): void
  /** Starts delivering what has been recorded. */
  wake(): void
  /** Stops delivering and waits for deliveries under way, `patience` milliseconds at the most. */
  close(patience: number): Promise<void>
}

const PARALLEL = 8
const FIRST_DELAY = 250
const LONGEST_DELAY = 30_000

type Entry = { id: number; event: string }

/**
 * Delivers recorded events in the order they were written, several at a time, each at least once: a
 * receiver that fails is asked again, later and later, and without a receiver events wait.
 */
export function openOutbox(index: Index, receive: EventReceiver | undefined): Outbox {
  const running = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let claimed = 0
  let state: 'open' | 'closing' | 'closed' = 'open'

  const deliver = async (entry: Entry, failures: number): Promise<void> => {
    try {
      await receive?.(JSON.parse(entry.event))
      if (state !== 'closed') {
        index.run('DELETE FROM outbox WHERE id = ?', entry.id)
      }
    } catch {
      retryLater(entry, failures)
    }
  }
  const start = (entry: Entry, failures: number): void => {
    const delivery = deliver(entry, failures).finally(() => {
      running.delete(delivery)
      wake()
    })
    running.add(delivery)
  }
  const retryLater = (entry: Entry, failures: number): void => {
    if (state !== 'open') {
      return
    }
    const delay = Math.min(FIRST_DELAY * 2 ** failures, LONGEST_DELAY)
    const timer = setTimeout(() => {
      timers.delete(timer)
      start(entry, failures + 1)
    }, delay)
    timers.add(timer.unref())
  }
  const wake = (): void => {
    const free = PARALLEL - running.size
    if (state !== 'open' || receive === undefined || free <= 0) {
      return
    }
    const entries = index.all<Entry>(
      'SELECT id, event FROM outbox WHERE id > ? ORDER BY id LIMIT ?',
      claimed,
      free,
    )
    for (const entry of entries) {
      claimed = entry.id
      start(entry, 0)
    }
  }
  return {
    record: (event) => index.run('INSERT INTO outbox (event) VALUES (?)', JSON.stringify(event)),
    wake,
    async close(patience) {
      state = 'closing'
      timers.forEach(clearTimeout)
      const waited = Promise.allSettled(running)
      await Promise.race([waited, new Promise((done) => setTimeout(done, patience).unref())])
      state = 'closed'
    },
  }
}
