import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { packageFolder } from '../bundle/package-folder.ts'
import { PROJECT_ROOT } from '../project-root.ts'

const SOURCES = join(PROJECT_ROOT, 'web', 'camera')

/** The files of the page of demonstration. */
const DEMO_FILES = ['index.html', 'demo.css']

/**
 * Writes the scripts of the camera module into `folder`: the classic script, the ES module with its types, the worker,
 * and the page of demonstration.
 * @param assets the folder of runtime and networks, relative to the scripts
 */
export function bundleCamera(folder: string, assets: string): void {
  // Loaded here, because the package carries the scripts and is installed without the bundler.
  const require = createRequire(join(PROJECT_ROOT, 'package.json'))
  const { buildSync } = require('esbuild') as typeof import('esbuild')
  const scratch = mkdtempSync(join(tmpdir(), 'darkroom-camera-'))
  try {
    const alias = { 'litert-module-factory': writeFactory(scratch) }
    const bundle = (entry: string, name: string, options: BuildOptions): void => {
      buildSync({
        entryPoints: [join(SOURCES, entry)],
        outfile: join(folder, name),
        absWorkingDir: PROJECT_ROOT,
        bundle: true,
        minify: true,
        charset: 'utf8',
        platform: 'browser',
        target: ['chrome109', 'firefox115', 'safari16.4'],
        define: { CAMERA_ASSETS: JSON.stringify(assets) },
        logLevel: 'error',
        ...options,
      })
    }
    bundle('kit.ts', 'camera-kit.js', { format: 'iife' })
    bundle('module.ts', 'camera-kit.module.js', { format: 'esm' })
    bundle('worker/worker.ts', 'camera-kit-worker.js', {
      format: 'iife',
      alias,
      // Named in branches of the glue that only Node takes.
      external: ['node:*'],
    })
    bundle('demo/demo.ts', 'demo.js', { format: 'iife' })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  mkdirSync(folder, { recursive: true })
  for (const file of DEMO_FILES) copyFileSync(join(SOURCES, 'demo', file), join(folder, file))
  writeFileSync(join(folder, 'camera-kit.module.d.ts'), declarations())
}

/**
 * LiteRT's glue as a module: its package says that it is one, which it is not. Bundled into the worker, it is loaded
 * by no script of its own.
 */
function writeFactory(folder: string): string {
  const glue = join(packageFolder('@litertjs/core'), 'wasm', 'litert_wasm_compat_internal.js')
  const file = join(folder, 'factory.mjs')
  writeFileSync(file, `${readFileSync(glue, 'utf8')}\nexport default ModuleFactory\n`)
  return file
}

/** The types of the ES module: those the sources declare, and its one function. */
function declarations(): string {
  const types = readFileSync(join(SOURCES, 'public-types.ts'), 'utf8')
  return `${types}
/**
 * Makes the camera module of a page.
 * @param base the URL of the folder with the module's files; that of this script by default
 */
export declare function createCameraKit(base?: string): CameraKit
`
}
