import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelSource } from './model-source.ts'

/** The plain files of a folder. Links are not followed, so that nothing outside the folder is read. */
export function folderSource(folder: string): ModelSource {
  return {
    name: folder,
    list: async () => {
      try {
        return (await readdir(folder)).toSorted()
      } catch {
        throw new Error(`There is no folder ${folder} to read models from.`)
      }
    },
    read: async (name, most) => {
      const file = await open(
        join(folder, name),
        constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
      ).catch((error: NodeJS.ErrnoException) => {
        throw new Error(
          error.code === 'ELOOP'
            ? `${name} is a link; links are not followed.`
            : `${name} is missing, or cannot be read.`,
        )
      })
      try {
        const stat = await file.stat()
        if (!stat.isFile()) throw new Error(`${name} is no plain file.`)
        if (stat.size > most) {
          throw new Error(`${name} has ${stat.size} bytes; at most ${most} are read.`)
        }
        return await file.readFile()
      } finally {
        await file.close()
      }
    },
  }
}
