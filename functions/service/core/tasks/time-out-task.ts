import { FAILURES } from '../../../../catalog/failures/failures.ts'
import { WAIT_SECONDS, WORK_SECONDS } from '../../../../catalog/tasks/task-times.ts'
import { onBehalfOf } from '../../../log.ts'
import type { Task } from '../model/task.ts'
import { type FinishDeps, finishTask } from './finish-task.ts'

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
