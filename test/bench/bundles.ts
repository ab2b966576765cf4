import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { bundleFunction } from './bundle-function.ts'

/** Size of each function as it is deployed. */
export const bundles = async (): Promise<void> => {
  for (const entry of globSync('functions/*/*/handler.ts', { cwd: PROJECT_ROOT }).sort()) {
    const bytes = await bundleFunction(entry)
    const kb = (size: number) => `${(size / 1024).toFixed(0).padStart(5)} KB`
    console.log(
      `${dirname(entry).padEnd(36)} ${kb(bytes.length)}  gzip ${kb(gzipSync(bytes).length)}`,
    )
  }
}
