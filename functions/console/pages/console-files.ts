import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** One file of the built page, with its Brotli form where that is smaller. */
export type ConsoleFile = { bytes: Buffer; brotli?: Buffer; type: string }

/**
 * The page, the camera's document, and the files that they load by their names: these hold a hash of their contents.
 */
export type ConsoleFiles = {
  page: ConsoleFile
  camera: ConsoleFile
  assets: ReadonlyMap<string, ConsoleFile>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Reads the built page. @throws Error where it was not built */
export function readConsoleFiles(folder: string): ConsoleFiles {
  const names = readdirSync(folder).filter((name) => extname(name) in TYPES)
  const files = new Map(names.map((name) => [name, readOne(folder, name)]))
  const document = (name: string): ConsoleFile => {
    const file = files.get(name)
    if (!file) throw new Error(`The console was not built: ${folder} has no ${name}.`)
    files.delete(name)
    return file
  }
  return { page: document('index.html'), camera: document('camera.html'), assets: files }
}

function readOne(folder: string, name: string): ConsoleFile {
  const type = TYPES[extname(name)] ?? ''
  const file = { bytes: readFileSync(join(folder, name)), type }
  const brotli = readIfThere(join(folder, `${name}.br`))
  return brotli && brotli.length < file.bytes.length ? { ...file, brotli } : file
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
