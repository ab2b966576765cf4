import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The runtime of ONNX files. It is not installed with the project: it has 143 MB, of which 14 MB are used. */
const PACKAGE = 'onnxruntime-web'

/** The version whose build the engine was tried with. */
export const ONNX_VERSION = '1.30.0'

/** Where the runtime of ONNX files lies. */
export type OnnxRuntime = { library: string; wasm: string }

/**
 * The runtime's files in a folder of the package.
 * @param folder of `onnxruntime-web`, beside which `onnxruntime-common` is found
 */
export function onnxRuntimeIn(folder: string): OnnxRuntime {
  const dist = join(folder, 'dist')
  return {
    library: join(dist, 'ort.node.min.mjs'),
    wasm: join(dist, 'ort-wasm-simd-threaded.wasm'),
  }
}

/**
 * The installed runtime of ONNX files.
 * @throws Error that says how to install it
 */
export function findOnnxRuntime(): OnnxRuntime {
  try {
    const wasm = createRequire(import.meta.url).resolve(`${PACKAGE}/ort-wasm-simd-threaded.wasm`)
    return onnxRuntimeIn(dirname(dirname(wasm)))
  } catch {
    throw new Error(
      `ONNX files need the package ${PACKAGE}: npm install ${PACKAGE}@${ONNX_VERSION}`,
    )
  }
}
