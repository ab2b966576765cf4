import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { UserModel } from '../../models/model-manifest.ts'
import type { Vision } from '../vision.ts'
import { boundedNet } from './bounded-net.ts'
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
  models = [],
}: {
  models?: readonly UserModel[] | undefined
} = {}): Promise<Vision> {
  const runtime = await openNodeRuntime()
  const nets = models.map(({ manifest, bytes }) => {
    const { width, height, channels } = manifest.input
    const shape = [1, height, width, channels]
    return { manifest, net: boundedNet({ file: manifest.file, bytes, shape }) }
  })
  const vision = openNets(runtime, readPackageFile, nets)
  return {
    ...vision,
    close: () => {
      for (const { net } of nets) void net.close()
      vision.close()
    },
  }
}

/**
 * Reads a file of an installed npm package.
 * @param specifier `package/path`
 * @throws when the package or the file is missing
 */
export async function readPackageFile(specifier: string): Promise<Uint8Array> {
  return readFile(require.resolve(specifier))
}
