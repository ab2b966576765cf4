import { FAILURES } from '../../../../catalog/failures/failures.ts'
import type { Task } from '../model/task.ts'
import { type FinishDeps, finishTask } from './finish-task.ts'

/** Ends a running task that could not be carried out, however often it was tried. It costs nothing. */
export function giveUpTask(task: Task, deps: FinishDeps): Promise<Task> {
  return finishTask(
    task,
    {
      status: 'error',
      error: 'unknown_internal_error',
      errorMessage: FAILURES.unknown_internal_error.detail,
    },
    deps,
  )
}
