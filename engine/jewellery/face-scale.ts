import { FACE_ASPECT } from '../face/tuning.ts'
import { distance } from '../geometry/point.ts'
import { FACE, type Face } from '../vision/faces/face.ts'
import { FACE_IN_IRISES, IRIS_CENTIMETRES } from './tuning.ts'

/** Pixels of one centimetre at the depth of a face. */
export function pixelsPerCentimetre({ landmarks }: Face): number {
  const across = ([, ...edge]: readonly number[]): number => {
    const [a, b, c, d] = edge.map((i) => landmarks[i]!)
    return Math.max(distance(a!, c!), distance(b!, d!))
  }
  // The iris of the eye that is turned away is narrower, and lids cover both from above: the larger measure is nearer.
  const iris = Math.max(across(FACE.leftIris), across(FACE.rightIris))
  const width = faceWidthOf({ landmarks })
  const { least, most } = FACE_IN_IRISES
  return Math.min(width / least, Math.max(width / most, iris)) / IRIS_CENTIMETRES
}

/** The width of a face, pixels, that of a turned one as if it faced the camera. */
export function faceWidthOf({ landmarks }: Pick<Face, 'landmarks'>): number {
  const [from, to] = [landmarks[FACE.rightTemple]!, landmarks[FACE.leftTemple]!]
  const [chin, top] = [landmarks[FACE.chin]!, landmarks[FACE.foreheadTop]!]
  const tall = distance(top, chin)
  return Math.max(1, distance(to, from), FACE_ASPECT * tall)
}
