import type { InputSize, Vision } from '../vision.ts'
import { extractModel } from './extract-model.ts'
import { extractSubgraph } from './extract-subgraph.ts'
import { lazyNet, type UnloadableNet } from './lazy-net.ts'
import { MODELS, type ModelFile } from './models.ts'
import { resizableNet } from './resizable-net.ts'
import { resizeModel } from './resize-model.ts'
import type { Runtime } from './runtime.ts'

/** Gives the whole file that holds a model, as its package ships it. */
export type ReadFile = (specifier: string) => Promise<Uint8Array>

/**
 * Every network on a runtime; each model is read at its first run and kept, so that a task brings only its own. The
 * caller owns what it gets; closing it closes the runtime.
 */
export function openNets(runtime: Runtime, readFile: ReadFile): Vision {
  const open = (file: ModelFile): UnloadableNet =>
    lazyNet(runtime, file.inputs, () => modelBytes(file, readFile))
  const nets = {
    poseDetection: open(MODELS.poseDetection),
    poseLandmark: open(MODELS.poseLandmark),
    faceMesh: open(MODELS.faceMesh),
    faceDetail: open(MODELS.faceDetail),
    handLandmark: open(MODELS.handLandmark),
    selfie: open(MODELS.selfie),
    wideSelfie: open(MODELS.wideSelfie),
  }
  const sized = {
    faceDetection: resizableNet((inputSize) =>
      openSized(runtime, MODELS.faceDetection, inputSize, readFile),
    ),
    palmDetection: resizableNet((inputSize) =>
      openSized(runtime, MODELS.palmDetection, inputSize, readFile),
    ),
  }
  return {
    ...nets,
    faceDetection: sized.faceDetection.at,
    palmDetection: sized.palmDetection.at,
    close: () => {
      for (const { close } of [...Object.values(nets), ...Object.values(sized)]) close()
      runtime.close()
    },
  }
}

/** A model of one square input, made for another size. */
function openSized(
  runtime: Runtime,
  file: ModelFile,
  inputSize: InputSize,
  readFile: ReadFile,
): UnloadableNet {
  const side = file.inputs[0]![1]!
  const shape = [1, inputSize.height, inputSize.width, 3]
  return lazyNet(runtime, [shape], async () =>
    resizeModel(await modelBytes(file, readFile), side, inputSize),
  )
}

async function modelBytes(file: ModelFile, readFile: ReadFile): Promise<Uint8Array> {
  const bytes = await extractModel(await readFile(file.specifier), file)
  return file.part ? extractSubgraph(bytes, file.part) : bytes
}
