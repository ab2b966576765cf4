import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'
import type { Lock } from './native-lock.ts'

/** The package's part of the lock, whose name npm does not leave out of packages as it does `package-lock.json`. */
export const KEPT_LOCK = 'native-lock.json'

/** The lock that versions and hashes of native parts are taken from: the project's own, or what the package kept. */
export function readLock(): Lock {
  const kept = join(PROJECT_ROOT, KEPT_LOCK)
  const file = existsSync(kept) ? kept : join(PROJECT_ROOT, 'package-lock.json')
  return JSON.parse(readFileSync(file, 'utf8'))
}
