import { mkdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import pMap from 'p-map'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import { makeFile } from '../jobs/make-file.ts'
import type { DrawnRow } from './draw-page.ts'
import type { SheetRow } from './sheet-row.ts'

/** Files on a page, and pages, at most: who has more looks at some. */
const ROWS = 40
const PAGES = 25
const LOADS_AT_ONCE = 2

const FORMATS: Readonly<Record<string, 'jpeg' | 'png' | 'webp'>> = {
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.png': 'png',
  '.webp': 'webp',
}

/** The most rows that sheets show. */
export const MOST_ROWS = ROWS * PAGES

/** Throws where a sheet cannot be written under a name. Asked before anything is paid. */
export async function requireSheet(path: string): Promise<void> {
  formatOf(path)
  await mkdir(dirname(path), { recursive: true })
}

/**
 * Writes sheets of files before and after, 40 a page: `sheet.jpg`, `sheet-2.jpg`, and so on; of more than a thousand
 * files the first. Nothing is overwritten. Gives their paths.
 */
export async function writeSheet(
  path: string,
  { title, rows }: { title: string; rows: readonly SheetRow[] },
  clients: Pick<OpenedPipeline, 's3'>,
): Promise<string[]> {
  // What decodes pictures takes as long to load as everything else of a command.
  const { drawPage, TILE } = await import('./draw-page.ts')
  const { loadTile } = await import('./load-tile.ts')
  const ending = extname(path)
  const stem = join(dirname(path), basename(path, ending))
  const shown = rows.slice(0, MOST_ROWS)
  const pages = Math.max(1, Math.ceil(shown.length / ROWS))
  const written: string[] = []
  for (let page = 1; page <= pages; page += 1) {
    const drawn = await pMap(
      shown.slice((page - 1) * ROWS, page * ROWS),
      async (row): Promise<DrawnRow> => {
        const before = row.before && (await loadTile(row.before, TILE, clients))
        const after = row.after && (await loadTile(row.after, TILE, clients))
        const { name, outcome, words } = row
        return { name, outcome, words, before, after, hasResult: row.after !== undefined }
      },
      { concurrency: LOADS_AT_ONCE },
    )
    const named = pages > 1 ? `${title}, page ${page} of ${pages}` : title
    const bytes = await drawPage(named, drawn).toFormat(formatOf(path)).toBuffer()
    const { file, path: own } = await makeFile(page === 1 ? path : `${stem}-${page}${ending}`)
    try {
      await file.writeFile(bytes)
    } finally {
      await file.close()
    }
    written.push(own)
  }
  return written
}

function formatOf(path: string): 'jpeg' | 'png' | 'webp' {
  const format = FORMATS[extname(path).toLowerCase()]
  if (!format)
    throw new Error(`${path}: a sheet is a picture, its name ends in .jpg, .png or .webp.`)
  return format
}
