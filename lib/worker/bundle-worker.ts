import { copyFileSync, cpSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { ESM_BANNER } from '../constructs/small-function.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { installNative } from './install-native.ts'

/** What the worker runs on. */
export const WORKER_PLATFORM = { os: 'linux', cpu: 'arm64', libc: 'glibc' }

const RUNTIME = '@litertjs/core'

/** The models the engine opens; the packages ship more, which the 250 MB limit of a function has no room for. */
const MODEL_FILES = {
  '@mediapipe/pose': [
    'package.json',
    'pose_landmark_full.tflite',
    'pose_solution_packed_assets.data',
  ],
  '@mediapipe/face_detection': ['package.json', 'face_detection_full_range_sparse.tflite'],
  '@mediapipe/face_mesh': ['package.json', 'face_mesh_solution_packed_assets.data'],
  '@mediapipe/hands': [
    'package.json',
    'hand_landmark_full.tflite',
    'hands_solution_packed_assets.data',
  ],
  '@mediapipe/selfie_segmentation': [
    'package.json',
    'selfie_segmentation.tflite',
    'selfie_segmentation_landscape.tflite',
  ],
}

/** Packages that cannot be bundled: native code, and files that are read by path. */
const EXTERNAL = ['sharp', RUNTIME, ...Object.keys(MODEL_FILES)]

/** Builds of the runtime the engine can choose at load: relaxed SIMD, and the one without. */
const RUNTIME_FILES = /^litert_wasm(_compat)?_internal\.(js|wasm)$/

/**
 * Writes the worker's asset: the bundled handler, the native parts of the platform it is deployed to, the models and
 * the runtime that carries them out.
 */
export function bundleWorker(entry: string, folder: string): void {
  buildSync({
    entryPoints: [join(PROJECT_ROOT, entry)],
    outfile: join(folder, 'index.mjs'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    minify: true,
    sourcemap: true,
    sourcesContent: false,
    external: EXTERNAL,
    banner: { js: ESM_BANNER },
    logLevel: 'warning',
  })
  installNative('sharp', WORKER_PLATFORM, folder)
  copyRuntime(folder)
  for (const [name, files] of Object.entries(MODEL_FILES)) {
    for (const file of files) copyPackageFile(name, file, folder)
  }
}

function copyRuntime(folder: string): void {
  for (const name of [RUNTIME, '@litertjs/wasm-utils']) {
    copyPackageFile(name, 'package.json', folder)
    cpSync(packageFolder(name, 'dist'), join(folder, 'node_modules', name, 'dist'), {
      recursive: true,
      filter: (path) => !path.endsWith('.map') && !path.endsWith('.d.ts'),
    })
  }
  for (const file of readdirSync(packageFolder(RUNTIME, 'wasm'))) {
    if (RUNTIME_FILES.test(file)) copyPackageFile(RUNTIME, join('wasm', file), folder)
  }
}

function copyPackageFile(name: string, file: string, folder: string): void {
  const to = join(folder, 'node_modules', name, file)
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(packageFolder(name, file), to)
}

function packageFolder(name: string, ...rest: string[]): string {
  return join(PROJECT_ROOT, 'node_modules', name, ...rest)
}
