import type { ReceivedMessage } from './message.ts'
import { type QueueDatabase, requireQueue } from './queue-database.ts'
import { takeMessages } from './take-messages.ts'

/** What `receive` may set: at most `max` messages (1 to 10), hidden for and waited for so many seconds. */
export type ReceiveOptions = {
  readonly max?: number | undefined
  readonly visibilitySeconds?: number | undefined
  readonly waitSeconds?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Messages that are visible, oldest first; waits for the first one if asked to. Empty once `signal` is aborted. */
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
