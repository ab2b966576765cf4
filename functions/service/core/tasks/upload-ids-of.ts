import type { ValidTask } from '../../../../catalog/features/feature.ts'

/** The ids of the upload slots among a task's files, each once. */
export function uploadIdsOf(files: Partial<ValidTask['files']>): string[] {
  const ids = Object.values(files)
    .flat()
    .flatMap((file) => ('id' in file ? [file.id] : []))
  return [...new Set(ids)]
}
