import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { boundedNet } from '../../models/bounded-net.ts'
import type { ModelBounds } from '../../models/model-bounds.ts'
import type { UserModel } from '../../models/model-manifest.ts'
import type { OnnxRuntime } from '../../models/onnx-runtime.ts'
import type { UserNet, Vision } from '../vision.ts'
import { openNets } from './open-nets.ts'
import { openNodeRuntime } from './open-node-runtime.ts'

const require = createRequire(import.meta.url)

/**
 * Opens the networks in Node, with runtime and models from the installed npm packages. The caller closes them. A
 * thread can have one `Vision` at a time.
 * @param models model files that users bring, checked against their manifests
 * @param bounds of time and memory of these
 * @param onnxRuntime what carries their ONNX files out; the installed one by default
 * @throws when one is already open
 */
export async function openVision({
  models = [],
  onnxRuntime,
  bounds,
}: {
  models?: readonly UserModel[] | undefined
  onnxRuntime?: OnnxRuntime | undefined
  bounds?: ModelBounds | undefined
} = {}): Promise<Vision> {
  const runtime = await openNodeRuntime()
  const nets = models.map(({ manifest, bytes }) => {
    const { file, runtime } = manifest
    return { manifest, net: boundedNet({ file, runtime, bytes, onnxRuntime, bounds }) }
  })
  const vision = openNets(runtime, readPackageFile, nets as UserNet[])
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
