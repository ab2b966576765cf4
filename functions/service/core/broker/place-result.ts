import { RESULT_KINDS, type ResultExtension, resultKey } from '../model/result-kind.ts'
import type { Holding, SignedUpload } from '../ports/broker.ts'
import type { UrlSigner } from '../ports/file-store.ts'
import type { TaskStore } from '../ports/task-store.ts'
import { type RenewDeps, renewLease } from './renew-lease.ts'
import { signUpload } from './sign-upload.ts'

export type PlaceResultDeps = RenewDeps & {
  tasks: Pick<TaskStore, 'get'>
  signer: Pick<UrlSigner, 'upload'>
}

/** Where the holder of a task puts its result; undefined when it lost the task. */
export async function placeResult(
  { extension, size, ...held }: Holding & { extension: ResultExtension; size: number },
  deps: PlaceResultDeps,
): Promise<SignedUpload | undefined> {
  if (!(await renewLease(held, deps))) return undefined
  const task = await deps.tasks.get(held.task)
  if (!task) return undefined
  const fileName = `${task.feature.replaceAll('/', '-')}.${extension}`
  const file = { contentType: RESULT_KINDS[extension], size, fileName }
  return await signUpload(resultKey(task.id, extension), file, deps.signer)
}
