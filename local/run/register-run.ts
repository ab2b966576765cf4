import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isLocked } from '../lock/is-locked.ts'
import { writeJson } from '../state/json-file.ts'
import { readEntries, registryFolder } from './registered-runs.ts'

/**
 * Lets this user's commands find the run on a data folder that this process holds, from whatever folder they are typed
 * in. Each run has a file of its own, so that two that start at once lose nothing; what killed runs left goes.
 * @returns what takes the entry away at the end
 * @throws Error of the system, when the registry cannot be written
 */
export function registerRun(dataDir: string, registry: string = registryFolder()): () => void {
  const folder = resolve(dataDir)
  mkdirSync(registry, { recursive: true, mode: 0o700 })
  for (const { path, run } of readEntries(registry)) {
    if (run && !isLocked(run.folder)) rmSync(path, { force: true })
  }
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const path = join(registry, `${name}.json`)
  writeJson(path, { folder, pid: process.pid, since: new Date().toISOString() })
  return () => rmSync(path, { force: true })
}
