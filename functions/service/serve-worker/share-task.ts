import { onBehalfOf } from '../../log.ts'
import type { StartExecution } from '../../start-execution.ts'
import type { FeatureSemaphore } from '../core/broker/feature-semaphore.ts'
import { sharedKeys } from '../core/model/shared-video.ts'
import type { Holding, WorkToShare } from '../core/ports/broker.ts'
import type { ObjectRemover } from '../core/ports/file-store.ts'
import type { TaskStore } from '../core/ports/task-store.ts'
import { startSharing } from './start-sharing.ts'

export type ShareTaskDeps = {
  objectRemover: ObjectRemover
  tasks: Pick<TaskStore, 'beginSharing' | 'get'>
  semaphore: FeatureSemaphore
  /** Starts the workflow of one video. */
  startSharing?: StartExecution | undefined
}

/**
 * Notes that several workers share the video of a task, and starts their workflow. Of a task that ended meanwhile
 * nothing is kept, and no workflow is started. False when another worker has taken the task over.
 */
export async function shareTask(
  { task: id, holder, work }: Holding & { work: WorkToShare },
  deps: ShareTaskDeps,
): Promise<boolean> {
  const { surveyed, note, models, ...rest } = work
  const told = {
    ...(surveyed !== undefined && { surveyed }),
    ...(note && { note }),
    ...(models && { models }),
  }
  const shared = { ...rest, ...told, at: work.since, done: {} }
  const isOurs = await deps.tasks.beginSharing(id, holder, shared)
  const task = await deps.tasks.get(id)
  if (!task) return true
  // What another worker shares since lies under the same keys.
  if (!isOurs && task.status === 'running' && !task.shared) return false
  if (task.shared) {
    await onBehalfOf(task, () => startSharing(id, task.shared!.count, deps.startSharing))
  } else await deps.objectRemover.remove(sharedKeys({ ...task, shared }))
  await deps.semaphore.release(task)
  return true
}
