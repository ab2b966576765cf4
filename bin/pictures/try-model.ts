import { readFile } from 'node:fs/promises'
import type { InspectedModel } from '../../engine/models/inspect-tflite.ts'
import type { ModelManifest } from '../../engine/models/model-manifest.ts'
import { BOUNDS, boundedNet } from '../../engine/vision/load/bounded-net.ts'

/**
 * Runs a model once on an empty picture, within the bounds of time and memory it has in tasks.
 * @param seconds the longest it may take
 * @throws Error that says why the model cannot be run
 */
export async function tryModel(
  path: string,
  { file, input }: Pick<ModelManifest, 'file' | 'input'>,
  { customOperations }: Pick<InspectedModel, 'customOperations'>,
  seconds: number = BOUNDS.seconds,
): Promise<void> {
  const shape = [1, input.height, input.width, input.channels]
  const net = boundedNet({
    file,
    shape,
    bytes: await readFile(path),
    bounds: { ...BOUNDS, seconds },
  })
  try {
    await net.run(new Float32Array(shape.reduce((all, side) => all * side, 1)))
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
