import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * The variable by which a thread takes compiled code from where this process keeps its own, if it does: to compile the
 * engine anew takes each thread a second of the processor, to load it a third of that.
 */
export function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  // Below the folder that was asked for Node makes one for each of its versions.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
