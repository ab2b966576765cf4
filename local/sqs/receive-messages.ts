import type { ReceivedMessage } from './message.ts'
import { queueOf, type Shelf } from './shelf.ts'
import { takeMessages } from './take-messages.ts'

/** What `receive` may set: at most `max` messages (1 to 10), hidden for and waited for so many seconds. */
export type ReceiveOptions = {
  readonly max?: number | undefined
  readonly visibility?: number | undefined
  readonly wait?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Messages that are visible, oldest first; waits for the first one if asked to. Empty once `signal` is aborted. */
export const receiveMessages = async (
  shelf: Shelf,
  queue: string,
  options: ReceiveOptions = {},
): Promise<ReceivedMessage[]> => {
  const { clock, waiting, run, database } = shelf
  const { attributes } = queueOf(shelf, queue)
  const { max = 1, visibility = attributes.VisibilityTimeout, signal } = options
  const wait = options.wait ?? attributes.ReceiveMessageWaitTimeSeconds
  const deadline = clock() + wait * 1_000
  for (;;) {
    if (signal?.aborted || !database.isOpen) return []
    const taken = takeMessages(shelf, queue, max, visibility)
    if (taken.length > 0 || clock() >= deadline) return taken
    const next = Number(run.nextVisible.get(queue)?.['at'] ?? deadline)
    await waiting.wait(queue, Math.min(next, deadline), signal)
  }
}
