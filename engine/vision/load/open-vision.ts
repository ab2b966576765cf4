import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { UserModel } from '../../models/model-manifest.ts'
import type { Vision } from '../vision.ts'
import { openNets } from './open-nets.ts'
import { openNodeRuntime } from './open-node-runtime.ts'

const require = createRequire(import.meta.url)

/**
 * Opens the networks in Node, with runtime and models from the installed npm packages. The caller closes them. A
 * thread can have one `Vision` at a time.
 * @param models model files that users bring, checked against their manifests
 * @throws when one is already open
 */
export async function openVision({
  models,
}: {
  models?: readonly UserModel[] | undefined
} = {}): Promise<Vision> {
  return openNets(await openNodeRuntime(), readPackageFile, models)
}

/**
 * Reads a file of an installed npm package.
 * @param specifier `package/path`
 * @throws when the package or the file is missing
 */
export async function readPackageFile(specifier: string): Promise<Uint8Array> {
  return readFile(require.resolve(specifier))
}
