import { Failure } from '../../../catalog/failure.ts'
import type { Task } from '../model/task.ts'
import { mayStillRead, type UseSlotsDeps } from './use-upload-slots.ts'

/**
 * Closes upload slots of an ended task for good: no task can use them any more. Closes none while another task may
 * still read one of them. Idempotent. Throws `OperationInvalid`.
 */
export async function closeUploadSlots(
  task: Pick<Task, 'id'>,
  ids: readonly string[],
  deps: UseSlotsDeps,
): Promise<void> {
  const open = await Promise.all(
    ids.map(async (id) => {
      const slot = await deps.slots.get(id)
      if (!slot || slot.closedAt !== undefined) return []
      for (const user of slot.users ?? []) {
        if (user.taskId !== task.id && (await mayStillRead(user, deps))) throw inUse()
      }
      return [slot]
    }),
  )
  for (const slot of open.flat()) {
    // It fails when another task has begun to use the slot since it was read.
    if (!(await deps.slots.close(slot, Math.floor(deps.now() / 1000)))) throw inUse()
  }
}

function inUse(): Failure {
  return new Failure(
    'OperationInvalid',
    'Another task that has not finished uses one of its files.',
  )
}
