import { readFile } from 'node:fs/promises'
import { boundedNet } from '../../engine/models/bounded-net.ts'
import type { InspectedModel } from '../../engine/models/inspected-model.ts'
import { boundsFrom } from '../../engine/models/model-bounds.ts'
import type { ModelManifest } from '../../engine/models/model-manifest.ts'
import type { OnnxRuntime } from '../../engine/models/onnx-runtime.ts'
import { emptyInputs } from '../../engine/vision/user-models/empty-inputs.ts'

/** How a model is tried. */
type Trial = {
  /** The longest it may take. @default that of tasks */
  seconds?: number
  /** @default the installed one */
  onnxRuntime?: OnnxRuntime
}

/**
 * Runs a model once on an empty picture, within the bounds of time and memory it has in tasks.
 * @throws Error that says why the model cannot be run
 */
export async function tryModel(
  path: string,
  manifest: ModelManifest,
  { customOperations }: Pick<InspectedModel, 'customOperations'>,
  { seconds, onnxRuntime }: Trial = {},
): Promise<void> {
  const { file, runtime, result } = manifest
  const bytes = await readFile(path)
  const own = boundsFrom(process.env)
  const bounds = { ...own, seconds: seconds ?? own.seconds }
  const net = boundedNet({ file, runtime, bytes, bounds, onnxRuntime })
  try {
    await net.run(emptyInputs(manifest), result.output)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const operations = customOperations.length
      ? ` It uses operations outside TensorFlow Lite’s own: ${customOperations.join(', ')}.`
      : ''
    throw new Error(`The runtime cannot run the model. ${reason}${operations}`)
  } finally {
    await net.close()
  }
}
