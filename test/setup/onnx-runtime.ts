import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ONNX_VERSION, type OnnxRuntime, onnxRuntimeIn } from '../../engine/models/onnx-runtime.ts'
import { ONNX_FILES, ONNX_PACKAGE } from '../../lib/bundle/worker-packages.ts'

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'darkroom')

/**
 * The runtime of ONNX files as users install it, without what of it is not used: the project has it only as an optional
 * peer. It is fetched from the package registry once, and kept beside the installed packages.
 */
export function onnxRuntime(): OnnxRuntime {
  return onnxRuntimeIn(onnxPackage())
}

/** The folder of the package, in a `node_modules` with the one it needs. */
export function onnxPackage(): string {
  const kept = join(CACHE, `${ONNX_PACKAGE}-${ONNX_VERSION}`)
  if (!existsSync(kept)) {
    mkdirSync(CACHE, { recursive: true })
    const work = mkdtempSync(join(CACHE, 'fetch-'))
    try {
      fetchPackage(work, ONNX_PACKAGE, ONNX_FILES)
      fetchPackage(work, 'onnxruntime-common', ['package.json', 'dist/esm'])
      if (!existsSync(kept)) renameSync(work, kept)
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  }
  return join(kept, 'node_modules', ONNX_PACKAGE)
}

function fetchPackage(work: string, name: string, files: readonly string[]): void {
  const pack = ['pack', `${name}@${ONNX_VERSION}`, '--silent', '--pack-destination', work]
  const archive = execFileSync('npm', pack, { encoding: 'utf8' }).trim()
  const folder = join(work, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  const wanted = files.map((file) => `package/${file}`)
  execFileSync('tar', [
    '-xzf',
    join(work, archive),
    '-C',
    folder,
    '--strip-components=1',
    ...wanted,
  ])
  rmSync(join(work, archive))
}
