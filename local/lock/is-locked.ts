import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Whether a process holds the data folder, by the lock itself: a pid may have gone to another process, a lock ends with
 * its holder. Only reads. A folder that is missing or may not be read counts as free.
 */
export function isLocked(folder: string): boolean {
  const file = join(folder, 'lock.db')
  if (!existsSync(file)) return false
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true })
    database.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_master')
    return false
  } catch (error) {
    return (error as { errcode?: number }).errcode === BUSY
  } finally {
    database?.close()
  }
}

/** SQLite's code for a file that another holds. */
export const BUSY = 5
