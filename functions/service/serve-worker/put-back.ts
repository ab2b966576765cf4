import type { Task } from '../core/model/task.ts'
import { MAX_DELAY_SECONDS, type TaskQueue } from '../core/ports/queue.ts'

/**
 * Queues a task that another worker holds, to be looked at again when its lease can have expired. The message is not
 * simply taken for done: a queue may deliver the very message of the other worker a second time, and deleting it would
 * leave nobody to take over when that worker dies.
 */
export async function putBack(
  task: Task,
  { taskQueue, now }: { taskQueue: TaskQueue; now: () => number },
): Promise<void> {
  const left = Math.ceil(((task.lease?.until ?? now()) - now()) / 1000)
  await taskQueue.send(task, Math.min(MAX_DELAY_SECONDS, Math.max(1, left + 1)))
}
