import type { Vision } from '../vision.ts'
import { openNets } from './open-nets.ts'
import { openRuntime } from './open-runtime.ts'
import { readPackageFile } from './read-package-file.ts'

/**
 * Opens the networks for Node, with runtime and models out of the npm packages. The caller owns what it gets and
 * closes it; a thread can have one at a time.
 * @throws when one is already open
 */
export const openVision = async (): Promise<Vision> =>
  openNets(await openRuntime(), readPackageFile)
