import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../bundle/package-folder.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { bundleCamera } from './bundle-camera.ts'
import { assetFolder, CARRIED_PACKAGES, readAssets } from './camera-files.ts'

/** Where the package keeps the module's scripts; in a clone there are none, because its sources are the truth. */
export function keptCamera(root = PROJECT_ROOT): string {
  return join(root, 'camera')
}

/**
 * Puts the whole camera module into `folder`: scripts, runtime, networks, the page of demonstration, licences.
 */
export function placeCamera(folder: string): void {
  const assets = readAssets()
  const named = assetFolder(assets)
  mkdirSync(join(folder, named), { recursive: true })
  for (const { name, bytes } of assets) writeFileSync(join(folder, named, name), bytes)
  if (existsSync(keptCamera())) cpSync(keptCamera(), folder, { recursive: true })
  else bundleCamera(folder, named)
  writeFileSync(join(folder, 'LICENCES.txt'), describeCarried())
}

/** Name, release and licence of what the module carries, as their licences ask. */
function describeCarried(): string {
  const lines = CARRIED_PACKAGES.map((name) => {
    const text = readFileSync(join(packageFolder(name), 'package.json'), 'utf8')
    const { version, license } = JSON.parse(text)
    return `${name} ${version}: ${license}`
  })
  const apache = 'https://www.apache.org/licenses/LICENSE-2.0'
  return `${lines.join('\n')}\n\nThe Apache License 2.0 is at ${apache}\n`
}
