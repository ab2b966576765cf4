import { existsSync } from 'node:fs'
import { isLocked } from '../../local/lock/is-locked.ts'
import { addressFile, type LocalAddresses, readAddresses } from '../../local/run/addresses.ts'
import { registeredRuns } from '../../local/run/registered-runs.ts'
import { typedCommand } from '../../local/run/typed-command.ts'
import { DEFAULT_DATA_DIR } from './data-option.ts'

/** The local run that a command means, of the folder that `findFolder` finds. */
export function findRun(data?: string): LocalAddresses {
  return readAddresses(findFolder(data))
}

/**
 * The data folder that a command means: `data` where one is named; otherwise `.darkroom` in the folder that the command
 * is typed in, if a run holds it, or that of the only run of this user that goes on.
 * @throws Error that says how to start one when none goes on, and lists them when there are several
 */
export function findFolder(data?: string): string {
  const folder = findFolderIfAny(data)
  if (folder !== undefined) return folder
  throw new Error(
    `No local run goes on. Start one with: ${typedCommand()} start (or name a folder with --data)`,
  )
}

/** The same, or undefined when none goes on. @throws Error that lists them when there are several */
export function findFolderIfAny(data?: string): string | undefined {
  if (data !== undefined) return data
  if (goesOn(DEFAULT_DATA_DIR)) return DEFAULT_DATA_DIR
  const runs = registeredRuns().filter(({ folder }) => goesOn(folder))
  if (runs.length < 2) return runs[0]?.folder
  const list = runs.map(({ folder, pid, since }) => `${folder} (process ${pid}, since ${since})`)
  throw new Error(
    `${runs.length} local runs go on: ${list.join(', ')}. ` +
      'Say which is meant with --data <folder> or DARKROOM_DATA_DIR.',
  )
}

/** Whether a run holds the folder and has told where it is. */
function goesOn(folder: string): boolean {
  return existsSync(addressFile(folder)) && isLocked(folder)
}
