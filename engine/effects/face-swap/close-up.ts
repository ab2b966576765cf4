import type { Box } from '../../raster/picture.ts'
import { takePlane } from '../../raster/plane-room.ts'
import { FACE } from '../../vision/face.ts'
import { type Frame, halved, trace } from '../skin/canvas.ts'
import { double } from '../skin/half-size.ts'

/** Light, masks and seams of a face wider than this, in pixels of its frame, are seen as well at half the size. */
const WIDEST = 350

/** Room around the outline, in widths of the face: for the skin around brows. */
const ROOM = 0.03

/**
 * The part of a face that its outline fills, as fine as the face is worked on at all; what is soft is worked on in
 * `whole`, of the same size or half of it.
 */
export type CloseUp = Frame & {
  whole: Frame
  /** A plane of `whole` as this part and size has it. */
  enlarge(plane: Float32Array): Float32Array
}

export function closeUp(frame: Frame): CloseUp {
  const whole = frame.unit > WIDEST ? halved(frame) : frame
  const box = boxOf(whole)
  const times = whole.factor / frame.factor
  const left = frame.area.left + box.left * whole.factor
  const top = frame.area.top + box.top * whole.factor
  const area = {
    left,
    top,
    width: Math.min(box.width * whole.factor, frame.area.left + frame.area.width - left),
    height: Math.min(box.height * whole.factor, frame.area.top + frame.area.height - top),
  }
  const size = {
    width: Math.ceil(area.width / frame.factor),
    height: Math.ceil(area.height / frame.factor),
  }
  const points = frame.points.map(({ x, y }) => ({
    x: x - box.left * times,
    y: y - box.top * times,
  }))
  const enlarge = (plane: Float32Array): Float32Array => {
    const part = cut(plane, whole.width, box)
    return times > 1 ? double(part, box, size) : part
  }
  return { ...frame, ...size, area, points, whole, enlarge }
}

/** What the outline fills, in whole pixels of a frame. */
function boxOf(frame: Frame): Box {
  const outline = trace(frame, FACE.oval)
  const room = ROOM * frame.unit
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)]
  const first = (all: number[]): number => Math.max(0, Math.floor(Math.min(...all) - room))
  const end = (all: number[], most: number): number =>
    Math.min(most, Math.ceil(Math.max(...all) + room))
  const [left, top] = [first(xs), first(ys)]
  const [width, height] = [end(xs, frame.width) - left, end(ys, frame.height) - top]
  return { left, top, width, height }
}

function cut(plane: Float32Array, stride: number, { left, top, width, height }: Box): Float32Array {
  const part = takePlane(width * height)
  for (let y = 0; y < height; y++) {
    const from = (top + y) * stride + left
    part.set(plane.subarray(from, from + width), y * width)
  }
  return part
}
