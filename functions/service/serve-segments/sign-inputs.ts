import { SIGNED_SECONDS } from '../core/broker/sign-upload.ts'
import { inputKeys } from '../core/model/shared-video.ts'
import type { Task } from '../core/model/task.ts'
import type { SharedInputs } from '../core/ports/broker.ts'
import type { UrlSigner } from '../core/ports/file-store.ts'

/** Presigned GETs of the input files that workers of one video share, one or a list as the task has them. */
export async function signInputs(
  task: Task,
  signer: Pick<UrlSigner, 'download'>,
): Promise<SharedInputs> {
  const sign = (key: string): Promise<string> => signer.download(key, SIGNED_SECONDS)
  const signed = Object.entries(inputKeys(task)).map(async ([role, keys]) => [
    role,
    Array.isArray(keys) ? await Promise.all(keys.map(sign)) : await sign(keys),
  ])
  return Object.fromEntries(await Promise.all(signed))
}
