import type { Task } from '../model/task.ts'

/** A queue that delivers at least once, in any order. */
export type Queue<Message> = {
  /** Sends a message that becomes visible after `delaySeconds` (0–900, the longest delay of SQS). */
  send(message: Message, delaySeconds?: number): Promise<void>
}

/** The longest delay of one message. A message that is due later is sent again until it is due. */
export const MAX_DELAY_SECONDS = 900

/** The queue of tasks that wait for a worker. */
export type TaskQueue = {
  /** Queues a task, to be started after `delaySeconds` (0–900). */
  send(
    task: Pick<Task, 'id' | 'feature' | 'account' | 'batched'>,
    delaySeconds?: number,
  ): Promise<void>
}
