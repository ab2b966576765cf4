import type { Dirent, Stats } from 'node:fs'
import { glob, lstat, open, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import {
  NO_MEDIA,
  type SniffedFormat,
  sniffFormat,
  VIDEOS,
} from '../../catalog/files/sniff-format.ts'
import type { FoundFile } from '../../functions/operate/drops/plan-drop.ts'
import { isManifest } from '../../functions/operate/pipeline-records.ts'

/** What was found, and what of a folder was left out, with the reason. */
export type FoundFiles = { files: FoundFile[]; left: { path: string; why: string }[] }

const SNIFFED_BYTES = 512

/**
 * Finds the files that operands name: a file, a folder with everything below it, or a glob pattern that the shell left
 * alone. Of folders and patterns, hidden and empty files, links that lead to no file and what is no picture or video by
 * its first bytes are left out. Throws for an operand that names nothing, and for an empty file, a list of files and a
 * dead link that is named itself.
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
      const there = await statUnlessGone(path)
      const size = there?.size ?? 0
      const lack = lackOf(there) ?? (chosen ? listOf(path) : undefined)
      const format = lack === undefined && !chosen ? await formatOf(path) : undefined
      const why = lack ?? (chosen || isMedia(format) ? undefined : 'is no picture or video')
      if (why === undefined) {
        const name = relative(base, path).split(sep).join('/')
        found.files.push({ path, size, name, ...(format && { video: VIDEOS.has(format) }) })
      } else if (chosen) throw new Error(`${path} ${why}.`)
      else found.left.push({ path, why })
    }
  }
  return found
}

/** Undefined where nothing is there, as behind a link whose end was moved away, or that leads to itself. */
async function statUnlessGone(path: string): Promise<Stats | undefined> {
  return await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ELOOP') return undefined
    throw error
  })
}

function lackOf(there: Stats | undefined): string | undefined {
  if (!there) return 'is a link to nothing'
  if (there.isDirectory()) return 'is a link to a folder'
  if (!there.isFile()) return 'is no file'
  if (there.size > 0) return undefined
  return 'is empty'
}

/** Lists of files are for batches, which are not dropped by a recipe but worked by one. */
function listOf(path: string): string | undefined {
  if (!isManifest(path) && !/\.json$/i.test(path)) return undefined
  return 'is a list, not a picture or video; `darkroom batch start --manifest` takes lists of files'
}

/** The files of an operand, and the folder that their names are relative to. `chosen` ones are named one by one. */
type Expanded = { paths: string[]; base: string; chosen: boolean }

async function expand(operand: string): Promise<Expanded> {
  const there = await stat(operand).catch(() => undefined)
  const link = there ?? (await lstat(operand).catch(() => undefined))
  if (there?.isDirectory()) {
    const paths = await filesBelow(operand)
    if (paths.length === 0) throw new Error(`${operand} holds no files.`)
    return { paths, base: dirname(resolve(operand)), chosen: false }
  }
  if (link) return { paths: [operand], base: dirname(resolve(operand)), chosen: true }
  const matches: string[] = []
  for await (const match of glob(operand)) matches.push(match)
  const files = await Promise.all(
    matches.map(async (match) =>
      (await statUnlessGone(match))?.isDirectory() ? filesBelow(match) : [match],
    ),
  )
  const paths = files.flat().sort()
  if (paths.length === 0) throw new Error(`${operand} does not exist.`)
  return { paths, base: commonFolder(paths.map((path) => dirname(resolve(path)))), chosen: false }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter(isFileOrLink)
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(
      (path) =>
        !relative(folder, path)
          .split(sep)
          .some((part) => part.startsWith('.')),
    )
    .sort()
}

/** What a link leads to is looked at where the files are. */
function isFileOrLink(entry: Dirent): boolean {
  return entry.isFile() || entry.isSymbolicLink()
}

async function formatOf(path: string): Promise<SniffedFormat | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES)
    return sniffFormat(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

function isMedia(format: SniffedFormat | undefined): boolean {
  return format !== undefined && !NO_MEDIA.has(format)
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
