import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageFolder } from './package-folder.ts'

/** Puts a package's file where the function bundled into `folder` finds it. */
export function copyPackageFile(name: string, file: string, folder: string): void {
  const to = join(folder, 'node_modules', name, file)
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(join(packageFolder(name), file), to)
}
