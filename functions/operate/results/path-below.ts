import * as ownPath from 'node:path'
import { UNPRINTABLE } from '../../../catalog/json/unprintable.ts'

/** Characters that Windows takes in no file name, with the colon of drives and streams (Win32, "Naming Files"). */
const WINDOWS_RESERVED = /[<>:"|?*]/g
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * The path below `folder` for a name made of an object's key, whose parts are other people's text. Parts that would
 * leave the folder are dropped, characters that no file name may have become `_`. Everything that is written below a
 * folder by a key has its path from here.
 * @param path the system's rules of paths
 * @throws where the path would lie outside the folder all the same
 */
export function pathBelow(
  folder: string,
  name: string,
  path: Pick<typeof ownPath, 'sep' | 'join' | 'resolve' | 'relative' | 'isAbsolute'> = ownPath,
): string {
  const isWindows = path.sep === '\\'
  const parts = name
    .split(isWindows ? /[/\\]/ : '/')
    .map((part) => (isWindows ? forWindows(part) : part).replace(UNPRINTABLE, '_'))
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  const found = path.join(folder, ...parts)
  const within = path.relative(path.resolve(folder), path.resolve(found))
  if (parts.length === 0 || /^\.\.(?:[/\\]|$)/.test(within) || path.isAbsolute(within)) {
    throw new Error(`No file below ${folder} can be named ${JSON.stringify(name)}.`)
  }
  return found
}

/** Windows takes dots and spaces off the end of a name, so that `.. ` is `..` to it. */
function forWindows(part: string): string {
  const kept = part.replace(WINDOWS_RESERVED, '_').replace(/[. ]+$/, '')
  return WINDOWS_DEVICE.test(kept) ? `_${kept}` : kept
}
