import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleFunction } from '../lib/bundle/bundle-function.ts'
import { keptBundle } from '../lib/bundle/place-bundle.ts'
import { LIBAV_PROGRAM } from '../lib/bundle/worker-packages.ts'
import { PROJECT_ROOT } from '../lib/project-root.ts'
import { describeLicences } from './describe-licences.ts'
import { DIST } from './dist.ts'

/** Bundles every function there is, and puts the licences of what the bundles hold beside them. */
export function keepBundles(): void {
  const entries = globSync('functions/*/*/handler.ts', { cwd: PROJECT_ROOT })
  const files = [...entries, LIBAV_PROGRAM].flatMap((entry) =>
    bundleFunction(entry, keptBundle(entry, DIST)),
  )
  writeFileSync(join(DIST, 'bundles', 'LICENCES.txt'), describeLicences(files))
}
