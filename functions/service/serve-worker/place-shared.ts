import { onBehalfOf } from '../../log.ts'
import { type RenewDeps, renewLease } from '../core/broker/renew-lease.ts'
import { signUpload } from '../core/broker/sign-upload.ts'
import { inputKey, surveyKey } from '../core/model/shared-video.ts'
import type { Task } from '../core/model/task.ts'
import type { Holding, SharedSizes, SharedUploads, SignedUpload } from '../core/ports/broker.ts'
import type { UrlSigner } from '../core/ports/file-store.ts'
import type { TaskStore } from '../core/ports/task-store.ts'

export type PlaceSharedDeps = RenewDeps & {
  tasks: Pick<TaskStore, 'get'>
  signer: Pick<UrlSigner, 'upload'>
}

const contentType = 'application/octet-stream'

/**
 * Where the holder of a task puts what workers of its video are to share: a survey each, and the input files, which are
 * kept as they were fetched, because a URL may give them only once. Undefined when it lost the task.
 */
export async function placeShared(
  { sizes, ...held }: Holding & { sizes: SharedSizes },
  deps: PlaceSharedDeps,
): Promise<SharedUploads | undefined> {
  if (!(await renewLease(held, deps))) return undefined
  const task = await deps.tasks.get(held.task)
  return task && (await onBehalfOf(task, () => place(task, sizes, deps)))
}

async function place(
  { id, files }: Task,
  { surveys, inputs }: SharedSizes,
  { signer }: PlaceSharedDeps,
): Promise<SharedUploads> {
  const sign = (key: string, size: number): Promise<SignedUpload> =>
    signUpload(key, { contentType, size }, signer)
  const placed = Object.entries(inputs).map(async ([role, all]) => {
    // The segments' workers look for the task's own files, and there is no room for others.
    const own = Object.hasOwn(files, role) ? [files[role as keyof typeof files]].flat() : []
    if (all.length !== own.length) throw new Error('These are not the files of the task.')
    return [role, await Promise.all(all.map((size, at) => sign(inputKey(id, role, at), size)))]
  })
  return {
    surveys: await Promise.all(surveys.map((size, nth) => sign(surveyKey(id, nth), size))),
    inputs: Object.fromEntries(await Promise.all(placed)),
  }
}
