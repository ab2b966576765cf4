import type { Holding } from '../core/ports/broker.ts'
import type { TaskQueue } from '../core/ports/queue.ts'
import type { TaskStore } from '../core/ports/task-store.ts'
import { type ReleaseDeps, releaseTask } from './release-task.ts'

export type PutOffDeps = ReleaseDeps & {
  tasks: Pick<TaskStore, 'get' | 'releaseLease'>
  taskQueue: TaskQueue
}

/** Seconds after which a task that waits for the answer of a generator is taken up again. */
const ANSWER_DELAY_SECONDS = 15

/**
 * Gives back a task that waits for an answer, and queues it again: its message ends as one that was worked on, so that
 * no attempt counts as failed. It is queued before it is given back, so that a crash in between loses nothing.
 */
export async function putOffTask(held: Holding, deps: PutOffDeps): Promise<void> {
  const task = await deps.tasks.get(held.task)
  if (task?.status !== 'running' || task.lease?.holder !== held.holder) return
  await deps.taskQueue.send(task, ANSWER_DELAY_SECONDS)
  await releaseTask(held, deps)
}
