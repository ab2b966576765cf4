import {
  type FaceRegionGeometry,
  faceRegionGeometry,
  halveGeometry,
  MAX_FACE_WIDTH,
} from '../../face/face-region.ts'
import { doubleSize } from '../../raster/half-size.ts'
import type { Size } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'

/** Light, masks and seams of a face wider than this, in pixels of its frame, are seen as well at half the size. */
const MAX_COARSE_FACE_WIDTH = 350

/** Room around the landmarks, in widths of the face: for the skin around brows and the edge of the face. */
const MARGIN = { around: 0.05, above: 0.05 } as const

/** A face in a picture, as fine as it is worked on at all; what is soft is worked on in `whole`, of the same size or half. */
export type SwapRegion = FaceRegionGeometry & {
  whole: FaceRegionGeometry
  /** A plane of `whole` as this size has it. */
  enlarge(plane: Float32Array): Float32Array
}

/** Lays a face out for a swap, with room around it. @param size the picture's */
export function swapRegionOf(size: Size, face: Face): SwapRegion {
  const frame = faceRegionGeometry(size, face, MAX_FACE_WIDTH.fine, MARGIN)
  const whole = frame.faceWidth > MAX_COARSE_FACE_WIDTH ? halveGeometry(frame) : frame
  const enlarge = (plane: Float32Array): Float32Array =>
    whole === frame ? plane : doubleSize(plane, whole, frame)
  return { ...frame, whole, enlarge }
}
