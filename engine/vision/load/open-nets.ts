import { type CompiledModel, Tensor } from '@litertjs/core'
import type { Net, Nets, Vision } from '../vision.ts'
import { cutModel } from './cut-model.ts'
import { MODELS, type ModelFile } from './models.ts'
import type { Runtime } from './runtime.ts'
import { takeModel } from './take-model.ts'

/** Gives the whole file that holds a model, as its package ships it. */
export type ReadFile = (specifier: string) => Promise<Uint8Array>

/**
 * Every network on a runtime; each model is read at its first run and kept, so that a task brings only its own. The
 * caller owns what it gets; closing it closes the runtime.
 */
export function openNets(runtime: Runtime, readFile: ReadFile): Vision {
  const net = (name: keyof typeof MODELS): OpenNet => lazyNet(runtime, MODELS[name], readFile)
  const nets: Record<keyof Nets, OpenNet> = {
    poseDetection: net('poseDetection'),
    poseLandmark: net('poseLandmark'),
    faceDetection: net('faceDetection'),
    faceMesh: net('faceMesh'),
    faceDetail: net('faceDetail'),
    palmDetection: net('palmDetection'),
    handLandmark: net('handLandmark'),
    selfie: net('selfie'),
    wideSelfie: net('wideSelfie'),
  }
  return {
    ...nets,
    close: () => {
      for (const { close } of Object.values(nets)) close()
      runtime.close()
    },
  }
}

type OpenNet = Net & { close(): void }

/** Running throws when the model's file is missing or not the expected one. */
function lazyNet(runtime: Runtime, file: ModelFile, readFile: ReadFile): OpenNet {
  let model: CompiledModel | undefined
  let closed = false
  return {
    run: async (...inputs) => {
      const bytes = model ? undefined : await modelBytes(file, readFile)
      return runtime.exclusive(async () => {
        if (closed) throw new Error('The models are closed.')
        if (!model && bytes) {
          model = await runtime.liteRt.loadAndCompile(bytes, { accelerator: 'wasm' })
        }
        if (!model) throw new Error('The model was not read.')
        return runOnce(model, inputs, file.inputs)
      })
    },
    close: () => {
      closed = true
      model?.delete()
      model = undefined
    },
  }
}

async function modelBytes(file: ModelFile, readFile: ReadFile): Promise<Uint8Array> {
  const bytes = await takeModel(await readFile(file.specifier), file)
  return file.part ? cutModel(bytes, file.part) : bytes
}

/** Outputs are copied out and every tensor is freed, because the WebAssembly heap is not garbage collected. */
async function runOnce(
  model: CompiledModel,
  inputs: readonly Float32Array[],
  shapes: ModelFile['inputs'],
): Promise<Float32Array[]> {
  const tensors = shapes.map((shape, n) => new Tensor(inputs[n] ?? new Float32Array(), [...shape]))
  try {
    const outputs = await model.run(tensors)
    return outputs.map((output) => {
      const copy = output.toTypedArray() as Float32Array
      output.delete()
      return copy
    })
  } finally {
    for (const tensor of tensors) tensor.delete()
  }
}
