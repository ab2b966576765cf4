import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { PROJECT_ROOT } from '../lib/project-root.ts'
import { DIST } from './dist.ts'

/**
 * Writes the constructs as one CommonJS module. The app that `cdk init` makes is CommonJS, and Node below 20.19 cannot
 * require an ES module; an ES module imports this one by its names like any other.
 */
export function bundleConstructs(): void {
  buildSync({
    entryPoints: [join(PROJECT_ROOT, 'lib', 'index.ts')],
    outfile: join(DIST, 'lib', 'index.cjs'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.11',
    format: 'cjs',
    charset: 'utf8',
    define: { 'import.meta.dirname': '__dirname' },
    logLevel: 'warning',
  })
}
