import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { asDamagedError } from './damaged.ts'

/** Writes a JSON file that only its owner may read. A crash leaves the old or the new content, never a part. */
export function writeJson(path: string, value: unknown): void {
  const fresh = `${path}.new`
  const file = openSync(fresh, 'w', 0o600)
  try {
    writeSync(file, JSON.stringify(value, null, 2))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(fresh, path)
}

/** Reads a JSON file, undefined when there is none. @throws when it cannot be read or is not JSON */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw asDamagedError(path, error)
  }
}
