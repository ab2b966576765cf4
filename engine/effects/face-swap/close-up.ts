import type { Size } from '../../raster/sheets.ts'
import type { Face } from '../../vision/face.ts'
import { type Frame, frameOf, halved, WIDEST } from '../skin/canvas.ts'
import { double } from '../skin/half-size.ts'

/** Light, masks and seams of a face wider than this, in pixels of its frame, are seen as well at half the size. */
const SOFT = 350

/** Room around the landmarks, in widths of the face: for the skin around brows and the edge of the face. */
const ROOM = { around: 0.05, above: 0.05 } as const

/** A face in a picture, as fine as it is worked on at all; what is soft is worked on in `whole`, of the same size or half. */
export type CloseUp = Frame & {
  whole: Frame
  /** A plane of `whole` as this size has it. */
  enlarge(plane: Float32Array): Float32Array
}

/** Lays a face out for a swap, with room around it. @param size the picture's */
export function closeUp(size: Size, face: Face): CloseUp {
  const frame = frameOf(size, face, WIDEST.fine, ROOM)
  const whole = frame.unit > SOFT ? halved(frame) : frame
  const enlarge = (plane: Float32Array): Float32Array =>
    whole === frame ? plane : double(plane, whole, frame)
  return { ...frame, whole, enlarge }
}
