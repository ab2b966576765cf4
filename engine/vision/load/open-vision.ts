import { type CompiledModel, Tensor } from '@litertjs/core'
import type { Net, Vision } from '../vision.ts'
import { MODELS, type ModelFile } from './models.ts'
import { openRuntime, type Runtime } from './open-runtime.ts'
import { readModel } from './read-model.ts'

/**
 * Opens the models for Node. The caller owns what it gets and closes it; a thread can have one at a time.
 * @throws when a model file is missing or not the expected one, or when one is already open
 */
export async function openVision(): Promise<Vision> {
  const runtime = await openRuntime()
  try {
    const poseDetection = await openNet(runtime, MODELS.poseDetection)
    const poseLandmark = await openNet(runtime, MODELS.poseLandmark)
    return {
      poseDetection,
      poseLandmark,
      close: () => {
        poseDetection.close()
        poseLandmark.close()
        runtime.close()
      },
    }
  } catch (error) {
    runtime.close()
    throw error
  }
}

async function openNet(runtime: Runtime, file: ModelFile): Promise<Net & { close(): void }> {
  const bytes = await readModel(file)
  const model = await runtime.exclusive(() =>
    runtime.liteRt.loadAndCompile(bytes, { accelerator: 'wasm' }),
  )
  return {
    run: (input) => runtime.exclusive(() => runOnce(model, input, file.input)),
    close: () => model.delete(),
  }
}

/** Outputs are copied out and every tensor is freed, because the WebAssembly heap is not garbage collected. */
async function runOnce(
  model: CompiledModel,
  input: Float32Array,
  shape: number[],
): Promise<Float32Array[]> {
  const tensor = new Tensor(input, shape)
  try {
    const outputs = await model.run([tensor])
    return outputs.map((output) => {
      const copy = output.toTypedArray() as Float32Array
      output.delete()
      return copy
    })
  } finally {
    tensor.delete()
  }
}
