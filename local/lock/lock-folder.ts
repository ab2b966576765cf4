import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BUSY } from './is-locked.ts'
import { makePrivate } from './make-private.ts'

/** A data folder that only this process may use, until it is released. */
export type FolderLock = { release(): void }

/** The folder is in use. `pid` is the process that holds it, undefined when that is unknown. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
  readonly pid: number | undefined

  constructor(folder: string, pid: number | undefined) {
    const holder = pid === undefined ? 'another process' : `process ${pid}`
    super(`The data folder ${folder} is in use by ${holder}: stop it, or choose another folder.`)
    this.pid = pid
  }
}

/** Who only asks whether the folder is held has it for a moment, which is waited for: milliseconds. */
const PATIENCE = 250

/**
 * Locks the folder for this process, and creates it if it is missing. The lock is the operating system's (an
 * exclusive SQLite transaction): it ends with the process, however that ends, and a reused pid cannot be mistaken for
 * it.
 * @throws FolderInUseError when another process, or another part of this one, holds the folder; an Error that names the
 * command to run when others may read the folder and that cannot be changed here
 */
export function lockFolder(folder: string): FolderLock {
  makePrivate(folder)
  const holder = join(folder, 'lock.json')
  const database = new DatabaseSync(join(folder, 'lock.db'))
  try {
    database.exec(`PRAGMA busy_timeout = ${PATIENCE}; BEGIN EXCLUSIVE`)
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode !== BUSY) throw error
    throw new FolderInUseError(folder, readPid(holder))
  }
  writeFileSync(holder, JSON.stringify({ pid: process.pid }))
  let held = true
  return {
    release: () => {
      if (!held) return
      held = false
      database.close()
    },
  }
}

function readPid(holder: string): number | undefined {
  try {
    const { pid } = JSON.parse(readFileSync(holder, 'utf8'))
    return Number.isSafeInteger(pid) ? pid : undefined
  } catch {
    return undefined
  }
}
