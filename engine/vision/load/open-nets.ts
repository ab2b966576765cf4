import type { Size } from '../../geometry/size.ts'
import type { UserNet, Vision } from '../vision.ts'
import { extractSubgraph } from './extract-subgraph.ts'
import { lazyNet, type UnloadableNet } from './lazy-net.ts'
import { extractModel, MODELS, type ModelFile } from './models.ts'
import { resizableNet } from './resizable-net.ts'
import { resizeModel } from './resize-model.ts'
import type { Runtime } from './runtime.ts'

/** Reads a whole file of an npm package by its specifier, `package/path`. */
export type ReadFile = (specifier: string) => Promise<Uint8Array>

/**
 * Creates every network on a runtime. A model is read and compiled at its first run and then kept, so that a task
 * loads only the models it needs. Closing the result closes the runtime.
 * @param userNets those of model files that users bring; they have runtimes of their own, and the caller closes them
 */
export function openNets(
  runtime: Runtime,
  readFile: ReadFile,
  userNets: readonly UserNet[] = [],
): Vision {
  const open = (file: ModelFile): UnloadableNet =>
    lazyNet(runtime, file.inputs, () => modelBytes(file, readFile))
  const nets = {
    poseDetection: open(MODELS.poseDetection),
    poseLandmark: open(MODELS.poseLandmark),
    poseLandmarkLite: open(MODELS.poseLandmarkLite),
    faceMesh: open(MODELS.faceMesh),
    faceDetail: open(MODELS.faceDetail),
    handLandmark: open(MODELS.handLandmark),
    selfie: open(MODELS.selfie),
    wideSelfie: open(MODELS.wideSelfie),
  }
  const resizable = {
    faceDetection: resizableNet((inputSize) =>
      openResized(runtime, MODELS.faceDetection, inputSize, readFile),
    ),
    palmDetection: resizableNet((inputSize) =>
      openResized(runtime, MODELS.palmDetection, inputSize, readFile),
    ),
  }
  return {
    ...nets,
    userNets,
    faceDetection: resizable.faceDetection.at,
    palmDetection: resizable.palmDetection.at,
    close: () => {
      for (const { close } of [...Object.values(nets), ...Object.values(resizable)]) close()
      runtime.close()
    },
  }
}

/** A network for another input size than the square one of its model. */
function openResized(
  runtime: Runtime,
  file: ModelFile,
  inputSize: Size,
  readFile: ReadFile,
): UnloadableNet {
  const side = file.inputs[0]![1]!
  const shape = [1, inputSize.height, inputSize.width, 3]
  return lazyNet(runtime, [shape], async () =>
    resizeModel(await modelBytes(file, readFile), side, inputSize),
  )
}

/** The model in TFLite format, reduced to its subgraph where the file asks for one. */
async function modelBytes(file: ModelFile, readFile: ReadFile): Promise<Uint8Array> {
  const bytes = await extractModel(await readFile(file.specifier), file)
  return file.subgraph ? extractSubgraph(bytes, file.subgraph) : bytes
}
