import { log, onBehalfOf } from '../../log.ts'
import { sharedKeys } from '../core/model/shared-video.ts'
import type { Task } from '../core/model/task.ts'
import type { ObjectRemover } from '../core/ports/file-store.ts'
import { concludeTask, type FinishDeps } from '../core/tasks/finish-task.ts'
import { giveUpTask } from '../core/tasks/give-up-task.ts'

export type GiveUpDeps = FinishDeps & { objectRemover: ObjectRemover }

/** Ends a task whose segments could not be made or joined, however often they were tried. It costs nothing. */
export async function giveUp(
  { task: id, failure }: { task: string; failure: string },
  deps: GiveUpDeps,
): Promise<void> {
  const task = await deps.tasks.get(id)
  if (!task?.shared) return log.warn('No shared video is there to give up.', { taskId: id })
  await onBehalfOf(task, () => giveUpFound(task, failure, deps))
}

async function giveUpFound(task: Task, failure: string, deps: GiveUpDeps): Promise<void> {
  if (task.status !== 'running') await concludeTask(task, deps)
  else {
    log.error('A shared video was given up.', { taskId: task.id, feature: task.feature, failure })
    await giveUpTask(task, deps)
  }
  await deps.objectRemover.remove(sharedKeys(task))
}
