import * as z from 'zod/mini'
import { log } from '../../log.ts'
import { slotIdOf } from '../core/model/upload-slot.ts'
import type { ObjectRemover, UploadSlotStore } from '../core/ports/file-store.ts'

export type RemoveLateUploadDeps = { slots: UploadSlotStore; objectRemover: ObjectRemover }

const created = z.object({ detail: z.object({ object: z.object({ key: z.string() }) }) })

/**
 * Handles an "Object Created" event of the uploads. Removes the file where its slot is closed or gone: the signed URL
 * of a slot cannot be recalled and takes files for an hour, also after the task of the slot was deleted. Idempotent.
 */
export async function removeLateUpload(event: unknown, deps: RemoveLateUploadDeps): Promise<void> {
  const { key } = created.parse(event).detail.object
  const id = slotIdOf(key)
  const slot = id === undefined ? undefined : await deps.slots.get(id)
  if (slot && slot.closedAt === undefined) return
  await deps.objectRemover.remove([key])
  log.info('A late upload was removed.', { account: slot?.account })
}
