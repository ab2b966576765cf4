import { join } from 'node:path'
import { build } from 'esbuild'
import {
  ESM_BANNER,
  MODULE_ALIASES,
  UNUSED_CREDENTIAL_PROVIDERS,
} from '../../lib/constructs/small-function.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/** The one module a function is deployed as, without its source map: what a cold start reads. */
export async function bundleFunction(entry: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [join(PROJECT_ROOT, entry)],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    charset: 'utf8',
    mainFields: ['module', 'main'],
    minify: true,
    banner: { js: ESM_BANNER },
    alias: { ...MODULE_ALIASES },
    external: [...UNUSED_CREDENTIAL_PROVIDERS, 'sharp', '@litertjs/core', '@mediapipe/*'],
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}
