import type { ObjectCreatedEvent } from './object-created.ts'
import type { Index } from './open-index.ts'

/** Receives an event. The event counts as delivered when this resolves. */
export type EventReceiver = (event: ObjectCreatedEvent) => void | Promise<void>

const PARALLEL = 8
const FIRST_DELAY = 250
const LONGEST_DELAY = 30_000

type Entry = { id: number; event: string }

/**
 * Events to be delivered: recorded in the transaction that writes the object, delivered in the order they were
 * written, several at a time, each at least once. A failed delivery is retried after a growing delay; without a
 * receiver events wait.
 */
export class Outbox {
  readonly #index: Index
  readonly #receive: EventReceiver | undefined
  readonly #running = new Set<Promise<void>>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #claimed = 0
  #state: 'open' | 'closing' | 'closed' = 'open'

  constructor(index: Index, receive: EventReceiver | undefined) {
    this.#index = index
    this.#receive = receive
  }

  /** Records an event. To be called inside the transaction that writes the object. */
  record(event: ObjectCreatedEvent): void {
    this.#index.run('INSERT INTO outbox (event) VALUES (?)', JSON.stringify(event))
  }

  /** Starts delivering what was recorded. */
  wake(): void {
    const free = PARALLEL - this.#running.size
    if (this.#state !== 'open' || this.#receive === undefined || free <= 0) {
      return
    }
    const entries = this.#index.all<Entry>(
      'SELECT id, event FROM outbox WHERE id > ? ORDER BY id LIMIT ?',
      this.#claimed,
      free,
    )
    for (const entry of entries) {
      this.#claimed = entry.id
      this.#start(entry, 0)
    }
  }

  /** Stops delivering and waits for deliveries under way, at most `patience` milliseconds. */
  async close(patience: number): Promise<void> {
    this.#state = 'closing'
    this.#timers.forEach(clearTimeout)
    const waited = Promise.allSettled(this.#running)
    await Promise.race([waited, new Promise((done) => setTimeout(done, patience).unref())])
    this.#state = 'closed'
  }

  #start(entry: Entry, failures: number): void {
    const delivery = this.#deliver(entry, failures).finally(() => {
      this.#running.delete(delivery)
      this.wake()
    })
    this.#running.add(delivery)
  }

  async #deliver(entry: Entry, failures: number): Promise<void> {
    try {
      await this.#receive?.(JSON.parse(entry.event))
      if (this.#state !== 'closed') {
        this.#index.run('DELETE FROM outbox WHERE id = ?', entry.id)
      }
    } catch {
      this.#retryLater(entry, failures)
    }
  }

  #retryLater(entry: Entry, failures: number): void {
    if (this.#state !== 'open') {
      return
    }
    const delay = Math.min(FIRST_DELAY * 2 ** failures, LONGEST_DELAY)
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#start(entry, failures + 1)
    }, delay)
    this.#timers.add(timer.unref())
  }
}
