import { build } from 'esbuild'
import { bundleOptions } from '../../lib/bundle/bundle-options.ts'

/** The one module a function is deployed as, without its source map: what a cold start reads. */
export async function bundleFunction(entry: string): Promise<Uint8Array> {
  const { outputFiles = [] } = await build({ ...bundleOptions(entry), write: false })
  return outputFiles[0]?.contents ?? new Uint8Array()
}
