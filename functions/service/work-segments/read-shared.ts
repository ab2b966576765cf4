import { join } from 'node:path'
import type { ByRole, FileRole } from '../../../catalog/feature.ts'
import { findFeature } from '../../../catalog/features.ts'
import { isPicture } from '../../../catalog/file-rule.ts'
import { inputKeys } from '../model/shared-video.ts'
import type { Task } from '../model/task.ts'
import type { FileStore } from '../ports/file-store.ts'
import type { InputFile } from '../ports/perform.ts'

/**
 * The input files of a task whose video is shared, the video itself in the folder; undefined where they are gone,
 * because the task has ended.
 */
export async function readInputs(
  task: Task,
  folder: string,
  files: FileStore,
  signal: AbortSignal,
): Promise<ByRole<InputFile> | undefined> {
  const rules = findFeature(task.feature)?.files
  const read = Object.entries(inputKeys(task)).map(async ([role, keys]) => {
    const rule = rules?.[role as FileRole]
    const readOne = async (key: string): Promise<InputFile | undefined> => {
      if (!rule || isPicture(rule)) return await readShared(key, files, signal)
      const path = join(folder, role)
      const end = await files.download(key, path, Number.POSITIVE_INFINITY, signal)
      return end === 'written' ? { path } : undefined
    }
    const found = await Promise.all([keys].flat().map(readOne))
    return [role, Array.isArray(keys) ? found : found[0], found.includes(undefined)] as const
  })
  const all = await Promise.all(read)
  if (all.some(([, , isMissing]) => isMissing)) return undefined
  return Object.fromEntries(all) as ByRole<InputFile>
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
