import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The bits of a mode that give rights to the group and to others. */
const OTHERS = 0o077

/**
 * Creates a data folder that only its owner can read (0700), or makes an existing one so: it holds keys, secrets and
 * pictures. The files of a former run lose the rights of others too. A folder with anything else in it is not touched.
 * @throws Error that names the command to run, when others may read the folder and it is not ours to change
 */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if ((statSync(folder).mode & OTHERS) === 0) return
  const names = readdirSync(folder)
  const command = `chmod -R go= '${folder.replaceAll("'", "'\\''")}'`
  const shared = `The data folder ${folder} can be read by others, and it will hold keys. Run ${command}`
  if (names.length > 0 && !names.includes('lock.db'))
    throw new Error(`${shared}, or choose another folder.`)
  try {
    chmodSync(folder, 0o700)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name)
      chmodSync(path, statSync(path).mode & 0o777 & ~OTHERS)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    throw new Error(`${shared} as its owner.`, { cause: error })
  }
}
