import { FAILURES } from '../../../catalog/failures.ts'
import { onBehalfOf } from '../../log.ts'
import type { Task } from '../model/task.ts'
import { type FinishDeps, finishTask } from './finish-task.ts'

/** Seconds that the work on a task may take from when it was first begun, all attempts at it included. */
export const WORK_SECONDS = 3600

/**
 * Seconds that a task may wait for a worker: a backlog is no failure. A task that was lost, because the request that
 * made it crashed before it was queued, is found then.
 */
export const WAIT_SECONDS = 86_400

/** Whether a task is running and past its deadline at `now` (epoch milliseconds). */
export function isOverdue({ status, createdAt, startedAt }: Task, now: number): boolean {
  const deadline = startedAt === undefined ? createdAt + WAIT_SECONDS : startedAt + WORK_SECONDS
  return status === 'running' && now >= deadline * 1000
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
