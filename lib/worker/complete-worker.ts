import { cpSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyPackageFile } from '../bundle/copy-package-file.ts'
import { isInstalled, packageFolder } from '../bundle/package-folder.ts'
import {
  MODEL_FILES,
  NATIVE_PACKAGES,
  ONNX_FILES,
  ONNX_PACKAGE,
  RUNTIME,
  RUNTIME_BUILDS,
} from '../bundle/worker-packages.ts'
import { installNative } from './install-native.ts'

/** What the worker runs on. */
export const WORKER_PLATFORM = { os: 'linux', cpu: 'arm64', libc: 'glibc' }

/**
 * Puts beside the bundle of a worker what cannot be bundled: the native parts of the platform it is deployed to, the
 * models and the runtime that carries them out, and that of users’ ONNX files where it is installed.
 */
export function completeWorker(folder: string): void {
  for (const name of NATIVE_PACKAGES) installNative(name, WORKER_PLATFORM, folder)
  copyRuntime(folder)
  if (isInstalled(ONNX_PACKAGE)) copyOnnxRuntime(packageFolder(ONNX_PACKAGE), folder)
  for (const [name, files] of Object.entries(MODEL_FILES)) {
    for (const file of files) copyPackageFile(name, file, folder)
  }
}

/**
 * Puts the runtime of ONNX files where the function bundled into `folder` finds it: 16 MB.
 * @param from its package, beside which the one it needs is found
 */
export function copyOnnxRuntime(from: string, folder: string): void {
  const common = 'onnxruntime-common'
  const to = join(folder, 'node_modules')
  for (const file of ONNX_FILES) cpSync(join(from, file), join(to, ONNX_PACKAGE, file))
  const needed = join(packageFolder(common, dirname(dirname(from))))
  cpSync(join(needed, 'package.json'), join(to, common, 'package.json'))
  cpSync(join(needed, 'dist', 'esm'), join(to, common, 'dist', 'esm'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map') && !path.endsWith('.d.ts'),
  })
}

function copyRuntime(folder: string): void {
  const runtime = packageFolder(RUNTIME)
  for (const [name, from] of [
    [RUNTIME, runtime],
    ['@litertjs/wasm-utils', packageFolder('@litertjs/wasm-utils', runtime)],
  ] as const) {
    const to = join(folder, 'node_modules', name)
    cpSync(join(from, 'package.json'), join(to, 'package.json'))
    cpSync(join(from, 'dist'), join(to, 'dist'), {
      recursive: true,
      filter: (path) => !path.endsWith('.map') && !path.endsWith('.d.ts'),
    })
  }
  for (const file of readdirSync(join(runtime, 'wasm'))) {
    if (RUNTIME_BUILDS.test(file)) copyPackageFile(RUNTIME, join('wasm', file), folder)
  }
}
