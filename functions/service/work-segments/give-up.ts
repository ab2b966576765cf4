import { log } from '../../log.ts'
import { sharedKeys } from '../model/shared-video.ts'
import type { Task } from '../model/task.ts'
import { concludeTask, finishTask } from '../tasks/finish-task.ts'
import type { SharedDeps } from './shared-deps.ts'

/** Ends a task whose segments could not be made or joined, however often they were tried. It costs nothing. */
export async function giveUp(task: Task, failure: string, deps: SharedDeps): Promise<void> {
  if (task.status !== 'running') await concludeTask(task, deps)
  else {
    log.error('A shared video was given up.', { taskId: task.id, feature: task.feature, failure })
    await finishTask(
      task,
      {
        status: 'error',
        error: 'unknown_internal_error',
        errorMessage: 'The service could not carry the task out.',
      },
      deps,
    )
  }
  await deps.files.remove(sharedKeys(task))
}
