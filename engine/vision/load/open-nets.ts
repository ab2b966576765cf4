import type { Frame, Vision } from '../vision.ts'
import { cutModel } from './cut-model.ts'
import { lazyNet, type OpenNet } from './lazy-net.ts'
import { MODELS, type ModelFile } from './models.ts'
import { resizeModel } from './resize-model.ts'
import type { Runtime } from './runtime.ts'
import { sizedNet } from './sized-net.ts'
import { takeModel } from './take-model.ts'

/** Gives the whole file that holds a model, as its package ships it. */
export type ReadFile = (specifier: string) => Promise<Uint8Array>

/**
 * Every network on a runtime; each model is read at its first run and kept, so that a task brings only its own. The
 * caller owns what it gets; closing it closes the runtime.
 */
export function openNets(runtime: Runtime, readFile: ReadFile): Vision {
  const open = (file: ModelFile): OpenNet =>
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
    faceDetection: sizedNet((frame) => openSized(runtime, MODELS.faceDetection, frame, readFile)),
    palmDetection: sizedNet((frame) => openSized(runtime, MODELS.palmDetection, frame, readFile)),
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
function openSized(runtime: Runtime, file: ModelFile, frame: Frame, readFile: ReadFile): OpenNet {
  const side = file.inputs[0]![1]!
  const shape = [1, frame.height, frame.width, 3]
  return lazyNet(runtime, [shape], async () =>
    resizeModel(await modelBytes(file, readFile), side, frame),
  )
}

async function modelBytes(file: ModelFile, readFile: ReadFile): Promise<Uint8Array> {
  const bytes = await takeModel(await readFile(file.specifier), file)
  return file.part ? cutModel(bytes, file.part) : bytes
}
