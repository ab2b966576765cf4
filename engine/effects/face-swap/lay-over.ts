import type { Picture } from '../../raster/picture.ts'
import { inPlaneRoom } from '../../raster/plane-room.ts'
import { LAY_LINE, type LayLine } from '../../raster/simd/lay-line.ts'
import { workbenchOf } from '../../raster/simd/workbench.ts'
import type { Canvas, Tone } from '../skin/canvas.ts'
import { type Change, changeBetween } from '../skin/change-between.ts'
import {
  changedRows,
  closeRow,
  type Extent,
  extendTo,
  noExtent,
  strideOf,
} from '../skin/changed-rows.ts'
import type { View } from './face-swap.ts'

const bench = workbenchOf<{ layLine: LayLine }>({ layLine: LAY_LINE })

/**
 * Lays a given face, near, the tone of which becomes another, over `part` where the mask says so: each pixel is moved by as many
 * levels as its place on the canvas is, so detail finer than the canvas stays. What lies elsewhere in `part`, whose
 * pixels are changed, keeps its bytes.
 */
export function layOver(
  part: Picture,
  { picture: warped, near: given }: View,
  tone: Tone,
  mask: Float32Array,
): void {
  const { area, height } = given
  // A row of the picture, one to be laid over it, then the changes.
  const length = 4 * area.width
  const start = 2 * length
  const { runs, memory } = bench(start + 16 * strideOf(given) * height)
  const bytes = new Uint8ClampedArray(memory)
  const seen = layChanges(given, tone, mask, new Float32Array(memory, start))
  const line = (y: number): number => start + 16 * strideOf(given) * y
  for (const { y, left, count, upper, lower, x, step, down } of changedRows(given, seen)) {
    const from = ((area.top + y) * part.width + area.left + left) * 4
    const pixels = part.data.subarray(from, from + 4 * count)
    bytes.set(pixels)
    bytes.set(warped.data.subarray(from, from + 4 * count), length)
    runs.layLine(0, length, line(upper), line(lower), count, x, step, down)
    pixels.set(bytes.subarray(0, 4 * count))
  }
}

/** Lays down by how many levels red, green and blue of each place change, and how much of it is seen. */
function layChanges(given: Canvas, tone: Tone, mask: Float32Array, changes: Float32Array): Extent {
  const { width, height } = given
  const stride = 4 * strideOf(given)
  const seen = noExtent(given)
  inPlaneRoom(() => {
    const change = changeBetween(given.tone, tone)
    for (let y = 0; y < height; y++) {
      layRow({ ...change, mask }, changes.subarray(stride * y, stride * (y + 1)), width, y, seen)
    }
  })
  return seen
}

/** Lays a row of changes side by side. */
function layRow(
  { red, green, blue, mask }: Change & { mask: Float32Array },
  row: Float32Array,
  width: number,
  y: number,
  seen: Extent,
): void {
  for (let x = 0, i = y * width, to = 4; x < width; x++, i++, to += 4) {
    row[to] = red[i]!
    row[to + 1] = green[i]!
    row[to + 2] = blue[i]!
    row[to + 3] = mask[i]!
    if (mask[i] !== 0) extendTo(seen, x, y)
  }
  closeRow(row, width)
}
