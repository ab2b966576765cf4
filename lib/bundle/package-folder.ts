import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'

/**
 * The folder of an installed package, found as Node finds it: in the `node_modules` of `from` or of a folder above.
 * Asking Node itself would fail for packages whose `exports` leave out their `package.json`.
 * @throws Error when it is not installed
 */
export function packageFolder(name: string, from = PROJECT_ROOT): string {
  const folder = join(from, 'node_modules', name)
  if (existsSync(folder)) return folder
  const above = dirname(from)
  if (above === from) throw new Error(`The package ${name} is not installed.`)
  return packageFolder(name, above)
}

/** Whether {@link packageFolder} finds a package. */
export function isInstalled(name: string): boolean {
  try {
    return packageFolder(name) !== ''
  } catch {
    return false
  }
}
