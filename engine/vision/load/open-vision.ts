import type { Vision } from '../vision.ts'
import { openNets } from './open-nets.ts'
import { openNodeRuntime } from './open-node-runtime.ts'
import { readPackageFile } from './read-package-file.ts'

/**
 * Opens the networks for Node, with runtime and models out of the npm packages. The caller owns what it gets and
 * closes it; a thread can have one at a time.
 * @throws when one is already open
 */
export async function openVision(): Promise<Vision> {
  return openNets(await openNodeRuntime(), readPackageFile)
}
