import { glob, open, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { NO_MEDIA, sniffFormat } from '../../engine/media/sniff-format.ts'
import type { FoundFile } from '../../functions/operate/drops/plan-drop.ts'

/** What was found, and what of a folder was left out, with the reason. */
export type FoundFiles = { files: FoundFile[]; left: { path: string; why: string }[] }

const SNIFFED_BYTES = 512

/**
 * Finds the files that operands name: a file, a folder with everything below it, or a glob pattern that the shell left
 * alone. Of folders and patterns, hidden and empty files and those that are no picture or video by their first bytes
 * are left out. Throws for an operand that names nothing, and for an empty file that is named itself.
 */
export async function findFiles(operands: readonly string[]): Promise<FoundFiles> {
  const named = await Promise.all(operands.map(expand))
  const base = commonFolder(named.map(({ base: folder }) => folder))
  const found: FoundFiles = { files: [], left: [] }
  const seen = new Set<string>()
  for (const { paths, chosen } of named) {
    for (const path of paths) {
      if (seen.has(resolve(path))) continue
      seen.add(resolve(path))
      const { size } = await stat(path)
      const why = size === 0 ? 'is empty' : chosen ? undefined : await whyLeftOut(path)
      if (why === undefined) {
        found.files.push({ path, size, name: relative(base, path).split(sep).join('/') })
      } else if (chosen) throw new Error(`${path} ${why}.`)
      else found.left.push({ path, why })
    }
  }
  return found
}

/** The files of an operand, and the folder that their names are relative to. `chosen` ones are named one by one. */
type Expanded = { paths: string[]; base: string; chosen: boolean }

async function expand(operand: string): Promise<Expanded> {
  const there = await stat(operand).catch(() => undefined)
  if (there?.isDirectory()) {
    const paths = await filesBelow(operand)
    if (paths.length === 0) throw new Error(`${operand} holds no files.`)
    return { paths, base: dirname(resolve(operand)), chosen: false }
  }
  if (there) return { paths: [operand], base: dirname(resolve(operand)), chosen: true }
  const matches: string[] = []
  for await (const match of glob(operand)) matches.push(match)
  const files = await Promise.all(
    matches.map(async (match) => ((await stat(match)).isDirectory() ? filesBelow(match) : [match])),
  )
  const paths = files.flat().sort()
  if (paths.length === 0) throw new Error(`${operand} does not exist.`)
  return { paths, base: commonFolder(paths.map((path) => dirname(resolve(path)))), chosen: false }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(
      (path) =>
        !relative(folder, path)
          .split(sep)
          .some((part) => part.startsWith('.')),
    )
    .sort()
}

async function whyLeftOut(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES)
    const format = sniffFormat(buffer.subarray(0, bytesRead))
    return format && !NO_MEDIA.has(format) ? undefined : 'is no picture or video'
  } finally {
    await file.close()
  }
}

/** The deepest folder that holds all of these. */
function commonFolder([first = '.', ...folders]: string[]): string {
  return folders.reduce((common, folder) => {
    const parts = folder.split(sep)
    const same = common.split(sep)
    const until = same.findIndex((part, at) => part !== parts[at])
    return until < 0 ? common : same.slice(0, until).join(sep) || sep
  }, first)
}
