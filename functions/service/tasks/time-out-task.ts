import { FAILURES } from '../../../catalog/failures.ts'
import { onBehalfOf } from '../../log.ts'
import type { Task } from '../model/task.ts'
import { type FinishDeps, finishTask } from './finish-task.ts'

/**
 * Seconds after its creation at which a running task times out, whether it is queued, being worked on, or lost because
 * the request crashed before it was queued.
 */
export const DEADLINE_SECONDS = 3600

/** Whether a task is running and past its deadline at `now` (epoch milliseconds). */
export function isOverdue({ status, createdAt }: Task, now: number): boolean {
  return status === 'running' && now >= (createdAt + DEADLINE_SECONDS) * 1000
}

/** Ends an overdue task. It costs nothing, and a status request for it gets `TaskTimeout`. */
export function timeOutTask(task: Task, deps: FinishDeps): Promise<Task> {
  return onBehalfOf(task, () =>
    finishTask(
      task,
      { status: 'error', error: 'TaskTimeout', errorMessage: FAILURES.TaskTimeout.detail },
      deps,
    ),
  )
}
