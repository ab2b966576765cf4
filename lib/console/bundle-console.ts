import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { PROJECT_ROOT } from '../project-root.ts'

const SOURCES = join(PROJECT_ROOT, 'web', 'console')

/** Of Brotli, 0–11: for what is built once and fetched by many, and for what a start builds for one browser. */
export const BROTLI_QUALITY = { deployed: 11, local: 4 } as const

/**
 * Writes the console's page into `folder`: its documents, style and scripts, split by page, each with its Brotli form.
 * The names of all but the documents hold a hash of their contents, so that browsers keep them for ever.
 */
export function bundleConsole(folder: string, quality: number = BROTLI_QUALITY.deployed): void {
  // Loaded here, because the package carries the built page and is installed without the bundler.
  const require = createRequire(join(PROJECT_ROOT, 'package.json'))
  const { buildSync } = require('esbuild') as typeof import('esbuild')
  mkdirSync(folder, { recursive: true })
  const { metafile } = buildSync({
    entryPoints: ['main.tsx', 'camera.tsx', 'style/console.css'].map((name) => join(SOURCES, name)),
    outdir: folder,
    absWorkingDir: PROJECT_ROOT,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    charset: 'utf8',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    target: ['chrome109', 'firefox115', 'safari16.4'],
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: '/console/assets',
    metafile: true,
    logLevel: 'error',
  })
  const outputs = Object.keys(metafile.outputs).map((path) => basename(path))
  const named = (start: string, ending: string): string =>
    outputs.find((name) => name.startsWith(start) && name.endsWith(ending)) ?? ''
  for (const document of ['index.html', 'camera.html']) {
    const page = readFileSync(join(SOURCES, document), 'utf8')
      .replace('{main.js}', named('main-', '.js'))
      .replace('{camera.js}', named('camera-', '.js'))
      .replace('{console.css}', named('console-', '.css'))
    writeFileSync(join(folder, document), page)
  }
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, brotli))
  }
}
