import { inspectOnnx } from './inspect-onnx.ts'
import { inspectTflite } from './inspect-tflite.ts'
import type { InspectedModel } from './inspected-model.ts'
import { BOUNDS, type ModelBounds } from './model-bounds.ts'

/** What carries a model out: LiteRT `.tflite` files, ONNX Runtime `.onnx` files. */
export const RUNTIMES = ['litert', 'onnx'] as const

export type ModelRuntime = (typeof RUNTIMES)[number]

/** Endings of the files that are model files. */
export const MODEL_FILE = /\.(tflite|onnx)$/

/** The runtime of a file, by its ending. */
export function runtimeOf(file: string): ModelRuntime {
  return file.endsWith('.onnx') ? 'onnx' : 'litert'
}

/**
 * Reads what a model file says of its model, without running it.
 * @throws Error that says in words what is wrong with the file
 */
export function inspectModel(
  bytes: Uint8Array,
  runtime: ModelRuntime,
  { megabytes }: Pick<ModelBounds, 'megabytes'> = BOUNDS,
): InspectedModel {
  return runtime === 'onnx' ? inspectOnnx(bytes, megabytes) : inspectTflite(bytes, megabytes)
}
