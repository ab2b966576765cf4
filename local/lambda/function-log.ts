import {
  appendFile,
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The log of the functions of a local run. */
export type FunctionLog = {
  /** Logs what a function wrote. It reaches the file shortly after, because no request may wait for a disk. */
  write(functionName: string, text: string): void
  /** Writes what is still buffered and closes the file. */
  close(): Promise<void>
}

const MAX_BYTES = 10 * 1024 * 1024
const KEPT = 3
const MAX_LINE = 64 * 1024
/** Lines that arrive within this time are written together. */
const GATHER_MS = 20

const append = promisify(appendFile)

/**
 * Appends the functions' output to `folder/functions.log`, one JSON object a line with the function's name in it. At
 * 10 MB the file becomes `functions.1.log`; three of these are kept. Lines are lost only when the process is killed
 * or the disk is full.
 */
export function openFunctionLog(folder: string, onLine?: (line: string) => void): FunctionLog {
  mkdirSync(folder, { recursive: true })
  let file = openFile(folder)
  let size = fstatSync(file).size
  let waiting: string[] = []
  let gathering: NodeJS.Timeout | undefined
  let closed = false
  let written = Promise.resolve()

  const take = (): string => {
    clearTimeout(gathering)
    gathering = undefined
    const lines = waiting.join('')
    waiting = []
    return lines
  }
  const writeOut = (): void => {
    const lines = take()
    written = written.then(async () => {
      if (lines === '') return
      await append(file, lines).catch(() => undefined)
      size += Buffer.byteLength(lines)
      if (size <= MAX_BYTES) return
      file = rotate(folder, file)
      size = 0
    })
  }
  const onExit = (): void => appendFileSync(file, take())
  process.once('exit', onExit)

  return {
    write: (functionName, text) => {
      if (closed) return
      for (const line of text.split('\n')) {
        if (line.trim() === '') continue
        const entry = toEntry(functionName, line.slice(0, MAX_LINE))
        waiting.push(`${entry}\n`)
        onLine?.(entry)
      }
      gathering ??= setTimeout(writeOut, GATHER_MS)
    },
    close: async () => {
      if (closed) return written
      closed = true
      process.off('exit', onExit)
      writeOut()
      await written
      closeSync(file)
    },
  }
}

function pathOf(folder: string, number: number): string {
  return join(folder, number === 0 ? 'functions.log' : `functions.${number}.log`)
}

function openFile(folder: string): number {
  return openSync(pathOf(folder, 0), 'a', 0o600)
}

function rotate(folder: string, full: number): number {
  closeSync(full)
  rmSync(pathOf(folder, KEPT), { force: true })
  for (let number = KEPT - 1; number >= 0; number--) {
    move(pathOf(folder, number), pathOf(folder, number + 1))
  }
  return openFile(folder)
}

function toEntry(functionName: string, line: string): string {
  try {
    const value = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return JSON.stringify({ function: functionName, ...value })
    }
  } catch {
    // Plain text becomes the message of an entry.
  }
  return JSON.stringify({ function: functionName, message: line })
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
