import { setTimeout as pause } from 'node:timers/promises'
import type { ReceivedMessage } from '../sqs/message.ts'
import type { MessageStore } from '../sqs/message-store.ts'

/** How a queue is polled. `handle` returns the ids of the messages that must be received again, and never throws. */
export type PollOptions = {
  readonly store: MessageStore
  readonly queue: string
  /** Messages a batch, 1 to 10; SQS returns no more at a time. */
  readonly batchSize: number
  /** How many batches are handled at the same time. */
  readonly concurrency: number
  readonly handle: (messages: readonly ReceivedMessage[]) => Promise<ReadonlySet<string>>
}

/**
 * A running poller. `stop` receives no more messages and waits up to `graceMs` milliseconds for the batches under
 * way.
 */
export type Poller = { stop(graceMs: number): Promise<void> }

const WAIT_SECONDS = 20
const RETRY_MS = 1_000

/**
 * Passes the messages of a queue to `handle`, like an event source mapping (Lambda Developer Guide, "Using Lambda
 * with Amazon SQS"). Handled messages are deleted. The others stay hidden until their visibility timeout ends and are
 * received again, or move to the dead-letter queue.
 *
 * After `stop`, messages that were under way or failed are neither deleted nor marked as failed: they are received
 * again after the next start.
 */
export function pollQueue({ store, queue, batchSize, concurrency, handle }: PollOptions): Poller {
  const stopping = new AbortController()
  const inFlight = new Set<Promise<void>>()
  let finished = false

  const handleBatch = async (messages: readonly ReceivedMessage[]): Promise<void> => {
    const failed = await handle(messages)
    if (finished) return
    for (const message of messages) {
      if (!failed.has(message.id)) store.remove(queue, message.receipt)
      // A batch that fails during shutdown may have failed because a part it needs had already stopped.
      else if (!stopping.signal.aborted) store.markFailed(message.receipt)
    }
  }

  const takeBatch = async (): Promise<void> => {
    while (inFlight.size >= concurrency) await Promise.race(inFlight)
    const messages = await store.receive(queue, {
      max: Math.min(batchSize, 10),
      waitSeconds: WAIT_SECONDS,
      signal: stopping.signal,
    })
    if (messages.length === 0) return
    const batch = handleBatch(messages)
      .catch(() => undefined)
      .finally(() => inFlight.delete(batch))
    inFlight.add(batch)
  }

  // A full disk or a broken file fails one batch, not the service: the messages are received again.
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
      await Promise.race([Promise.all([looping, ...inFlight]), deadline])
      finished = true
    },
  }
}
