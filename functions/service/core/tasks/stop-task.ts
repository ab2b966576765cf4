import { onBehalfOf } from '../../../log.ts'
import type { Task, TaskOutcome } from '../model/task.ts'
import { type FinishDeps, finishTask } from './finish-task.ts'

/**
 * Ends a running task for its owner; it costs nothing. A worker that is at a video notices within seconds, any other
 * finishes for nothing. A task that has ended stays as it is.
 */
export function stopTask(task: Task, deps: FinishDeps): Promise<Task> {
  const end: TaskOutcome = {
    status: 'error',
    error: 'unknown_internal_error',
    errorMessage: 'The task was stopped.',
  }
  return onBehalfOf(task, () => finishTask(task, end, deps))
}
