import { FAILURES } from '../../../catalog/failures.ts'
import { onBehalfOf } from '../../log.ts'
import type { Task } from '../model/task.ts'
import { type FinishDeps, finishTask } from './finish-task.ts'

/**
 * Seconds after its creation at which a task that still runs is given up, wherever it is: in the queue, at work, or
 * lost because its creation died before it was queued.
 */
export const DEADLINE_SECONDS = 3600

/** Whether a task should have ended by `now` (ms) and has not. */
export function isOverdue({ status, createdAt }: Task, now: number): boolean {
  return status === 'running' && now >= (createdAt + DEADLINE_SECONDS) * 1000
}

/** Ends a task for want of an answer: it costs nothing, and its status is answered with `TaskTimeout`. */
export function timeOutTask(task: Task, deps: FinishDeps): Promise<Task> {
  return onBehalfOf(task, () =>
    finishTask(
      task,
      { status: 'error', error: 'TaskTimeout', errorMessage: FAILURES.TaskTimeout.detail },
      deps,
    ),
  )
}
