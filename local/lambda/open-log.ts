import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** The functions' log of a local run. */
export type FunctionLog = { write(functionName: string, text: string): void; close(): void }

const MAX_BYTES = 10 * 1024 * 1024
const KEPT = 3
const MAX_LINE = 64 * 1024

/**
 * Appends the functions' output to `folder/functions.log`, one JSON object a line with the function's name in it.
 * At 10 MB the file becomes `functions.1.log`; three of these are kept.
 */
export const openLog = (folder: string, onLine?: (line: string) => void): FunctionLog => {
  mkdirSync(folder, { recursive: true })
  const path = (number: number): string =>
    join(folder, number === 0 ? 'functions.log' : `functions.${number}.log`)
  let file = openSync(path(0), 'a', 0o600)
  let size = fstatSync(file).size
  let closed = false

  const rotate = (): void => {
    closeSync(file)
    rmSync(path(KEPT), { force: true })
    for (let number = KEPT - 1; number >= 0; number--) move(path(number), path(number + 1))
    file = openSync(path(0), 'a', 0o600)
    size = 0
  }

  return {
    write: (functionName, text) => {
      if (closed) return
      for (const line of text.split('\n')) {
        if (line.trim() === '') continue
        const entry = toEntry(functionName, line.slice(0, MAX_LINE))
        size += writeSync(file, `${entry}\n`)
        onLine?.(entry)
        if (size > MAX_BYTES) rotate()
      }
    },
    close: () => {
      if (closed) return
      closed = true
      closeSync(file)
    },
  }
}

const toEntry = (functionName: string, line: string): string => {
  try {
    const value = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return JSON.stringify({ function: functionName, ...value })
    }
  } catch {
    // Plain text is a message of its own.
  }
  return JSON.stringify({ function: functionName, message: line })
}

const move = (from: string, to: string): void => {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
