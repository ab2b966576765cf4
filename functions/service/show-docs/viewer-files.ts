import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { START_PAGE } from './start-page.ts'
import { PAGE_WITHOUT_VIEWER, VIEWER_PAGE, VIEWER_START } from './viewer-page.ts'

/** A file of the viewer. */
export type ViewerFile = { bytes: Buffer; type: string }

/**
 * The start page of the service, the viewer's page, and the files that the viewer loads. Their names contain a hash of
 * their contents.
 */
export type Viewer = { start: ViewerFile; page: ViewerFile; files: ReadonlyMap<string, ViewerFile> }

const HTML = 'text/html; charset=utf-8'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
}

/** The files of `swagger-ui-dist` that the page loads. */
const PACKAGE_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

const require = createRequire(import.meta.url)

/** The folder of the package that is deployed with the function, or undefined where it is not installed. */
export function findViewer(): string | undefined {
  try {
    return dirname(require.resolve('swagger-ui-dist/package.json'))
  } catch {
    return undefined
  }
}

/**
 * Reads the viewer from the folder of its package; without one the page says where the interface stands as JSON.
 * Throws when a file is missing.
 */
export function openViewer(folder: string | undefined): Viewer {
  const start = pageOf(START_PAGE)
  if (folder === undefined) return { start, page: pageOf(PAGE_WITHOUT_VIEWER), files: new Map() }
  const loaded = [
    ...PACKAGE_FILES.map((name) => [name, readFileSync(join(folder, name))]),
    ['start.js', Buffer.from(VIEWER_START)],
  ] as [string, Buffer][]
  const named = loaded.map(([name, bytes]) => [name, hashedName(name, bytes), bytes] as const)
  const files = named.map(
    ([, hashed, bytes]) => [hashed, { bytes, type: TYPES[extname(hashed)] ?? '' }] as const,
  )
  const page = named.reduce(
    (text, [name, hashed]) => text.replace(`{${name}}`, `/docs/${hashed}`),
    VIEWER_PAGE,
  )
  return {
    start,
    page: pageOf(page),
    files: new Map(files),
  }
}

function pageOf(text: string): ViewerFile {
  return { bytes: Buffer.from(text), type: HTML }
}

function hashedName(name: string, bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const ending = extname(name)
  return `${name.slice(0, -ending.length)}.${hash}${ending}`
}
