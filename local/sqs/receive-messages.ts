import type { ReceivedMessage } from './message.ts'
import { type QueueDatabase, requireQueue } from './queue-database.ts'
import { takeMessages } from './take-messages.ts'

/** Options of `receive`: `max` messages (1 to 10), and for how many seconds they are hidden and waited for. */
export type ReceiveOptions = {
  readonly max?: number | undefined
  readonly visibilitySeconds?: number | undefined
  readonly waitSeconds?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Receives visible messages, oldest first. With a wait time it waits for the first one (SQS Developer Guide, "Amazon
 * SQS short and long polling"). Returns none once `signal` is aborted.
 */
export async function receiveMessages(
  shelf: QueueDatabase,
  queue: string,
  options: ReceiveOptions = {},
): Promise<ReceivedMessage[]> {
  const { clock, longPolls, statements, database } = shelf
  const { attributes } = requireQueue(shelf, queue)
  const { max = 1, visibilitySeconds = attributes.VisibilityTimeout, signal } = options
  const wait = options.waitSeconds ?? attributes.ReceiveMessageWaitTimeSeconds
  const deadline = clock() + wait * 1_000
  for (;;) {
    if (signal?.aborted || !database.isOpen) return []
    const taken = takeMessages(shelf, queue, max, visibilitySeconds)
    if (taken.length > 0 || clock() >= deadline) return taken
    const next = Number(statements.nextVisible.get(queue)?.['at'] ?? deadline)
    await longPolls.wait(queue, Math.min(next, deadline), signal)
  }
}
