import { Failure } from '../../../../catalog/failures/failure.ts'
import { sharedKeys } from '../model/shared-video.ts'
import { isGone, TASK_ID } from '../model/task.ts'
import { uploadKey } from '../model/upload-slot.ts'
import type { ObjectRemover, UploadSlotStore } from '../ports/file-store.ts'
import { closeUploadSlots } from './close-upload-slots.ts'
import { concludeTask, type FinishDeps } from './finish-task.ts'
import { isOverdue, timeOutTask } from './time-out-task.ts'
import { uploadIdsOf } from './upload-ids-of.ts'

export type DeleteTaskDeps = FinishDeps & { slots: UploadSlotStore; objectRemover: ObjectRemover }

/**
 * Deletes an ended effect task with all its input and output files, so that URLs of them stop working at once: what the
 * URL of an upload still takes is removed by `remove-late-upload`. Its charge stays. Can be repeated after a crash.
 *
 * Throws `InvalidParameters` (no `task_id`), `InvalidTaskId`, `OperationNotSupport` (a pre-process task) or
 * `OperationInvalid` (it still runs, or another task that runs uses one of its files).
 */
export async function deleteTask(
  account: string,
  { task_id: taskId }: Record<string, unknown>,
  deps: DeleteTaskDeps,
): Promise<void> {
  if (taskId === undefined) {
    throw new Failure(
      'InvalidParameters',
      "task_id is required but wasn't included in your request.",
    )
  }
  const found = typeof taskId === 'string' && TASK_ID.test(taskId) && (await deps.tasks.get(taskId))
  if (!found || found.account !== account || isGone(found, deps.now())) {
    throw new Failure('InvalidTaskId')
  }
  if (found.stage !== 'effect') throw new Failure('OperationNotSupport')
  const task = isOverdue(found, deps.now()) ? await timeOutTask(found, deps) : found
  if (task.status === 'running') throw new Failure('OperationInvalid')
  // The worker that ended it may have crashed before the charge and the announcement. Both need what is deleted here.
  await concludeTask(task, deps)
  const uploads = uploadIdsOf(task.files)
  await closeUploadSlots(task, uploads, deps)
  const results = Object.values(task.results?.objects ?? {})
  await deps.objectRemover.remove([...uploads.map(uploadKey), ...results, ...sharedKeys(task)])
  await deps.tasks.erase(task.id, Math.floor(deps.now() / 1000))
}
