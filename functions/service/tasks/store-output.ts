import type { Task } from '../model/task.ts'
import type { FileStore } from '../ports/file-store.ts'
import type { MadeFile } from '../ports/perform.ts'

/**
 * Stores the file that a task made and gives its key, which depends on nothing but the task: performing it again after
 * a crash replaces the object.
 */
export async function storeOutput(
  { id, feature }: Pick<Task, 'id' | 'feature'>,
  { contentType, extension, ...file }: MadeFile,
  files: Pick<FileStore, 'put'>,
): Promise<string> {
  const key = `results/${id}/result.${extension}`
  const fileName = `${feature.replaceAll('/', '-')}.${extension}`
  await files.put(key, 'path' in file ? file : file.bytes, { contentType, fileName })
  return key
}
