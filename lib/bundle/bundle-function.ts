import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'
import { bundleOptions } from './bundle-options.ts'

/**
 * Writes `index.mjs`, the bundle of a handler, and its source map into `folder`.
 * @param entry the handler's file, relative to the project, e.g. `functions/pipeline/start/handler.ts`
 * @returns the files that are in the bundle, relative to the project
 */
export function bundleFunction(entry: string, folder: string): string[] {
  // Loaded here, because the package carries its bundles and is installed without the bundler.
  const require = createRequire(join(PROJECT_ROOT, 'package.json'))
  const { buildSync } = require('esbuild') as typeof import('esbuild')
  const { metafile } = buildSync({
    ...bundleOptions(entry),
    absWorkingDir: PROJECT_ROOT,
    metafile: true,
    outfile: join(folder, 'index.mjs'),
    sourcemap: true,
    sourcesContent: false,
  })
  return Object.keys(metafile.inputs)
}
