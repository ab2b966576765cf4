import type { Task } from '../model/task.ts'
import type { FileStore } from '../ports/file-store.ts'

/**
 * Stores the file that a task made and gives its key, which depends on nothing but the task: performing it again after
 * a crash replaces the object.
 */
export async function storeOutput(
  { id, feature }: Pick<Task, 'id' | 'feature'>,
  { bytes, contentType, extension }: { bytes: Uint8Array; contentType: string; extension: string },
  files: Pick<FileStore, 'put'>,
): Promise<string> {
  const key = `results/${id}/result.${extension}`
  const fileName = `${feature.replaceAll('/', '-')}.${extension}`
  await files.put(key, bytes, { contentType, fileName })
  return key
}
