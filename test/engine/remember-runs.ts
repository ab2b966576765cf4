import { hash } from 'node:crypto'
import type { Net, Nets, ResizableNet } from '../../engine/vision/vision.ts'

/** How many runs tests remember: they look at one picture again within a dozen. A run's tensors take up to 1 MB. */
const MOST = 32

/**
 * The same networks, which give again what they gave for the same tensors a few runs ago: tests of one file ask for
 * one picture again and again, and a network takes up to a hundred times as long as the digest of what it is shown.
 * @param most how many runs are remembered
 */
export function rememberRuns(nets: Nets, most = MOST): Nets {
  const given = new Map<string, Float32Array[]>()
  const remembering = (name: string, net: Net): Net => ({
    run: async (...inputs) => {
      const digests = inputs.map((tensor) => hash('sha1', bytesOf(tensor)))
      const asked = [name, ...digests].join(' ')
      const outputs = given.get(asked) ?? (await net.run(...inputs))
      given.delete(asked)
      given.set(asked, outputs)
      if (given.size > most) given.delete(given.keys().next().value!)
      return outputs.map((tensor) => tensor.slice())
    },
  })
  const rememberingAny =
    (name: string, sized: ResizableNet): ResizableNet =>
    (size) =>
      remembering(`${name} ${size.width} × ${size.height}`, sized(size))
  return {
    poseDetection: remembering('poseDetection', nets.poseDetection),
    poseLandmark: remembering('poseLandmark', nets.poseLandmark),
    poseLandmarkLite: remembering('poseLandmarkLite', nets.poseLandmarkLite),
    faceDetection: rememberingAny('faceDetection', nets.faceDetection),
    faceMesh: remembering('faceMesh', nets.faceMesh),
    faceDetail: remembering('faceDetail', nets.faceDetail),
    palmDetection: rememberingAny('palmDetection', nets.palmDetection),
    handLandmark: remembering('handLandmark', nets.handLandmark),
    selfie: remembering('selfie', nets.selfie),
    wideSelfie: remembering('wideSelfie', nets.wideSelfie),
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
