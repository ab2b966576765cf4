import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'

/**
 * Makes the first file that is not there yet: the one that is wanted, or with ` (2)` and so on before its ending. Of
 * two that are made at once none gets the other's.
 */
export async function makeFile(wanted: string): Promise<{ file: FileHandle; path: string }> {
  const ending = extname(wanted)
  const stem = join(dirname(wanted), basename(wanted, ending))
  for (let which = 2, path = wanted; ; which += 1) {
    try {
      return { file: await open(path, 'wx'), path }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      path = `${stem} (${which})${ending}`
    }
  }
}
