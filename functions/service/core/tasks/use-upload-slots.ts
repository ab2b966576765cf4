import { Failure } from '../../../../catalog/failures/failure.ts'
import type { Feature, FileRole, ValidTask } from '../../../../catalog/features/feature.ts'
import { fileField } from '../../../../catalog/tasks/read-files.ts'
import { type SlotUser, UPLOAD_SLOT_ID } from '../model/upload-slot.ts'
import type { UploadSlotStore } from '../ports/file-store.ts'
import type { TaskStore } from '../ports/task-store.ts'
import { uploadIdsOf } from './upload-ids-of.ts'

export type UseSlotsDeps = {
  slots: UploadSlotStore
  tasks: Pick<TaskStore, 'get'>
  /** Epoch milliseconds. */
  now: () => number
}

/** Seconds a request takes at most from naming a slot to storing its task. */
const CREATION_SECONDS = 60

/** The most users of a slot that are remembered; beyond it those that have ended are forgotten. */
const MAX_USERS = 100

/**
 * Records that a task is about to use the upload slots among its files, so that none of them is deleted with another
 * task while this one needs it. Throws `InvalidParameters` for a file id that is not an open slot of the account; the
 * message does not tell whether another account has such a slot. Throws `TooManyRequests` when too many tasks of one
 * file are running.
 */
export async function useUploadSlots(
  { id: taskId, account, feature }: { id: string; account: string; feature: Feature },
  files: ValidTask['files'],
  deps: UseSlotsDeps,
): Promise<void> {
  const user = { taskId, at: Math.floor(deps.now() / 1000) }
  await Promise.all(
    uploadIdsOf(files).map(async (id) => {
      const known = UPLOAD_SLOT_ID.test(id)
      const slot = known ? await deps.slots.addUser(id, account, user) : undefined
      if (!slot) throw unknownFile(id, files, feature)
      const { users = [] } = slot
      if (users.length > MAX_USERS) await forgetEnded(id, users, deps)
    }),
  )
}

function unknownFile(id: string, files: ValidTask['files'], feature: Feature): Failure {
  const [role] =
    Object.entries(files).find(([, given]) =>
      [given].flat().some((file) => 'id' in file && file.id === id),
    ) ?? []
  const rule = feature.files[role as FileRole]
  const field = rule ? fileField(role as FileRole, 'id', rule) : 'A file id'
  return new Failure(
    'InvalidParameters',
    `${field} is not the id of an open upload of this account.`,
  )
}

async function forgetEnded(
  slot: string,
  users: readonly SlotUser[],
  deps: UseSlotsDeps,
): Promise<void> {
  const running = await Promise.all(users.map((user) => mayStillRead(user, deps)))
  const ended = users.filter((_, at) => !running[at])
  if (ended.length === 0) throw new Failure('TooManyRequests')
  await deps.slots.removeUsers(slot, ended)
}

/**
 * Whether a task that was recorded for a slot may still read its file: it runs, or its creation may still be under way.
 */
export async function mayStillRead(
  { taskId, at }: SlotUser,
  { tasks, now }: Omit<UseSlotsDeps, 'slots'>,
): Promise<boolean> {
  const task = await tasks.get(taskId)
  if (!task) return now() / 1000 - at < CREATION_SECONDS
  return task.status === 'running'
}
