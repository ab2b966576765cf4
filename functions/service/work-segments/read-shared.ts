import type { ByRole } from '../../../catalog/feature.ts'
import { inputKeys } from '../model/shared-video.ts'
import type { Task } from '../model/task.ts'
import type { FileStore } from '../ports/file-store.ts'

/** The input files of a task whose video is shared; undefined where they are gone, because the task has ended. */
export async function readInputs(
  task: Task,
  files: FileStore,
  signal: AbortSignal,
): Promise<ByRole<Uint8Array> | undefined> {
  const read = Object.entries(inputKeys(task)).map(async ([role, keys]) => {
    const found = await Promise.all([keys].flat().map((key) => readShared(key, files, signal)))
    return [role, Array.isArray(keys) ? found : found[0], found.includes(undefined)] as const
  })
  const all = await Promise.all(read)
  if (all.some(([, , isMissing]) => isMissing)) return undefined
  return Object.fromEntries(all) as ByRole<Uint8Array>
}

/** The bytes of an object that was stored for the workers; undefined where it is gone. */
export async function readShared(
  key: string,
  files: FileStore,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const bytes = await files.get(key, Number.POSITIVE_INFINITY, signal)
  return bytes === 'absent' || bytes === 'too large' ? undefined : bytes
}
