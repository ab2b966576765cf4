import { cpSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'
import { bundleFunction } from './bundle-function.ts'

/** Where the package keeps the bundle of a handler; in a clone there is none, because its sources are the truth. */
export function keptBundle(entry: string, root = PROJECT_ROOT): string {
  return join(root, 'bundles', dirname(entry))
}

/** Puts the bundle of a handler into `folder`: the one the package carries, or one made of the clone's sources. */
export function placeBundle(entry: string, folder: string): void {
  const kept = keptBundle(entry)
  if (existsSync(kept)) cpSync(kept, folder, { recursive: true })
  else bundleFunction(entry, folder)
}
