import { setTimeout as pause } from 'node:timers/promises'
import type { ReceivedMessage } from '../sqs/message.ts'
import type { MessageStore } from '../sqs/message-store.ts'

/** What a poller does with a queue. `handle` gives the ids of the messages that must come again and never throws. */
export type PollOptions = {
  readonly store: MessageStore
  readonly queue: string
  /** 1 to 10 messages a batch; SQS gives no more at a time. */
  readonly batchSize: number
  /** How many batches are handled at the same time. */
  readonly concurrency: number
  readonly handle: (messages: readonly ReceivedMessage[]) => Promise<ReadonlySet<string>>
}

/** A running poller. `stop` takes no more messages and waits up to `graceMs` for the batches under way. */
export type Poller = { stop(graceMs: number): Promise<void> }

const WAIT_SECONDS = 20
const RETRY_MS = 1_000

/**
 * Feeds the messages of a queue to `handle`. Handled ones are removed, the others stay hidden until their visibility
 * timeout ends and come again, or move to the dead-letter queue. After `stop`, what was still under way or failed is
 * neither removed nor given up: it comes again on the next start.
 */
export function pollQueue({ store, queue, batchSize, concurrency, handle }: PollOptions): Poller {
  const stopping = new AbortController()
  const flying = new Set<Promise<void>>()
  let over = false

  const settle = async (messages: readonly ReceivedMessage[]): Promise<void> => {
    const failed = await handle(messages)
    if (over) return
    for (const message of messages) {
      if (!failed.has(message.id)) store.remove(queue, message.receipt)
      // What fails while the run ends may have failed for want of a part that has ended before.
      else if (!stopping.signal.aborted) store.markFailed(message.receipt)
    }
  }

  const takeBatch = async (): Promise<void> => {
    while (flying.size >= concurrency) await Promise.race(flying)
    const messages = await store.receive(queue, {
      max: Math.min(batchSize, 10),
      waitSeconds: WAIT_SECONDS,
      signal: stopping.signal,
    })
    if (messages.length === 0) return
    const batch = settle(messages)
      .catch(() => undefined)
      .finally(() => flying.delete(batch))
    flying.add(batch)
  }

  // A full disk or a broken file fails one batch, not the service: the messages come again.
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await takeBatch().catch(() => pause(RETRY_MS, undefined, { ref: false }))
    }
  }

  const looping = loop()
  return {
    stop: async (graceMs) => {
      stopping.abort()
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref())
      await Promise.race([Promise.all([looping, ...flying]), deadline])
      over = true
    },
  }
}
