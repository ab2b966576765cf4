import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'
import { bundleConsole } from './bundle-console.ts'

/** Where the package keeps the built page; in a clone there is none, because its sources are the truth. */
export function keptConsole(root = PROJECT_ROOT): string {
  return join(root, 'console')
}

/** Puts the built page into `folder/console`, where the function that serves it looks for it. */
export function placeConsole(folder: string, quality?: number): void {
  const to = join(folder, 'console')
  if (existsSync(keptConsole())) cpSync(keptConsole(), to, { recursive: true })
  else bundleConsole(to, quality)
}
