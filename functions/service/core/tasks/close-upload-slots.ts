import { Failure } from '../../../../catalog/failures/failure.ts'
import type { Task } from '../model/task.ts'
import type { UploadSlot } from '../model/upload-slot.ts'
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
      const other = await otherUser(task, slot, deps)
      if (other !== undefined) throw inUse(other)
      return [slot]
    }),
  )
  for (const slot of open.flat()) {
    // It fails when another task has begun to use the slot since it was read.
    if (await deps.slots.close(slot, Math.floor(deps.now() / 1000))) continue
    const now = await deps.slots.get(slot.id)
    throw inUse(now && (await otherUser(task, now, deps)))
  }
}

/** Another task that may still read the file of a slot. */
async function otherUser(
  task: Pick<Task, 'id'>,
  slot: UploadSlot,
  deps: UseSlotsDeps,
): Promise<string | undefined> {
  for (const user of slot.users ?? []) {
    if (user.taskId !== task.id && (await mayStillRead(user, deps))) return user.taskId
  }
  return undefined
}

// Slots are an account's own, and so are all tasks that use one.
function inUse(other: string | undefined): Failure {
  return new Failure(
    'OperationInvalid',
    `Another task that has not finished uses one of its files${other ? `: ${other}` : ''}. ` +
      'Delete this one when that has ended.',
  )
}
