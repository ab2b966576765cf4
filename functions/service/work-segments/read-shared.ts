import { join } from 'node:path'
import type { ByRole, FileRole } from '../../../catalog/features/feature.ts'
import { findFeature } from '../../../catalog/features/features.ts'
import { isPicture } from '../../../catalog/files/file-rule.ts'
import type { OrderedTask, SharedInputs } from '../core/ports/broker.ts'
import type { InputFile } from '../core/ports/perform.ts'
import type { SignedFiles } from '../core/ports/signed-files.ts'

/**
 * The input files of a task whose video is shared, the video itself in the folder; undefined where they are gone,
 * because the task has ended.
 */
export async function readInputs(
  { task, inputs }: { task: OrderedTask; inputs: SharedInputs },
  folder: string,
  files: SignedFiles,
  signal: AbortSignal,
): Promise<ByRole<InputFile> | undefined> {
  const rules = findFeature(task.feature)?.files
  const read = Object.entries(inputs).map(async ([role, urls]) => {
    const rule = rules?.[role as FileRole]
    const readOne = async (url: string): Promise<InputFile | undefined> => {
      if (!rule || isPicture(rule)) return await readShared(url, files, signal)
      const path = join(folder, role)
      const end = await files.download(url, path, Number.POSITIVE_INFINITY, signal)
      return end === 'written' ? { path } : undefined
    }
    const found = await Promise.all([urls].flat().map(readOne))
    return [role, Array.isArray(urls) ? found : found[0], found.includes(undefined)] as const
  })
  const all = await Promise.all(read)
  if (all.some(([, , isMissing]) => isMissing)) return undefined
  return Object.fromEntries(all) as ByRole<InputFile>
}

/** The bytes of an object that was stored for the workers; undefined where it is gone. */
export async function readShared(
  url: string,
  files: Pick<SignedFiles, 'get'>,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const bytes = await files.get(url, Number.POSITIVE_INFINITY, signal)
  return bytes === 'absent' || bytes === 'too large' ? undefined : bytes
}
