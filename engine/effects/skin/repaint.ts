import { pixelsToChange } from '../../raster/give-up.ts'
import type { Picture } from '../../raster/picture.ts'
import { inPlaneRoom, kernelInRoom, takePlane } from '../../raster/plane-room.ts'
import { ADD_LINE, type AddLine, PACK_LINE, type PackLine } from '../../raster/simd/add-line.ts'
import { workbenchOf } from '../../raster/simd/workbench.ts'
import type { Canvas, Frame, Tone } from './canvas.ts'
import { type Change, changeBetween } from './change-between.ts'
import { changedRows, type Extent, noExtent, strideOf } from './changed-rows.ts'

const bench = workbenchOf<{ addLine: AddLine }>({ addLine: ADD_LINE })
let packLine: PackLine | undefined

/**
 * Carries what was done to a canvas over to the picture, at the picture's own resolution: each pixel is moved by as many
 * levels as its place on the canvas was, so detail finer than the canvas stays. Pixels of unchanged places, and alpha,
 * keep their bytes.
 */
export function repaint(picture: Picture, canvas: Canvas, tone: Tone): Picture {
  return repaintBy(picture, canvas, () => changeBetween(canvas.tone, tone))
}

/** The same by changes that are found in a room of their own. */
export function repaintBy(picture: Picture, canvas: Frame, find: () => Change): Picture {
  const { area, width, height } = canvas
  const data = pixelsToChange(picture)
  // A row of pixels, a line between two of changes, then the changes.
  const lineStart = 16 * Math.ceil((area.width + 1) / 4)
  const start = lineStart + 16 * Math.ceil((width + 6) / 2)
  const stride = PLACE * strideOf(canvas)
  const { runs, memory } = bench(start + stride * height)
  inPlaneRoom(() => new Float32Array(memory, start).set(packed(canvas, find())))
  const row = new Uint8ClampedArray(memory, 0, lineStart)
  const changed = extentOf(new Float64Array(memory, start), canvas)
  for (const { y, left, count, upper, lower, x, step, down } of changedRows(canvas, changed)) {
    const from = ((area.top + y) * picture.width + area.left + left) * 4
    const pixels = data.subarray(from, from + 4 * count)
    row.set(pixels)
    const [above, below] = [start + stride * upper, start + stride * lower]
    runs.addLine(0, lineStart, above, below, count, x, step, down)
    pixels.set(row.subarray(0, 4 * count))
  }
  return { ...picture, data }
}

/** Bytes of a place of packed changes. */
const PLACE = 8

/** Changes side by side, row by row as {@link strideOf} says, in the open room. */
function packed(canvas: Frame, { red, green, blue }: Change): Float32Array {
  const { width, height } = canvas
  packLine ??= kernelInRoom<PackLine>(PACK_LINE)
  const stride = strideOf(canvas)
  const rows = takePlane((stride * height * PLACE) / 4 + 16)
  const places = new Float64Array(rows.buffer, rows.byteOffset, stride * height)
  for (let y = 0, first = 1; y < height; y++, first += stride) {
    const at = 4 * y * width
    const [r, g, b] = [red.byteOffset + at, green.byteOffset + at, blue.byteOffset + at] as const
    packLine(rows.byteOffset + PLACE * first, r, g, b, Math.ceil(width / 4))
    // What was written behind the row is the next row's.
    places[first - 1] = places[first]!
    places[first + width] = places[first + width - 1]!
  }
  return rows.subarray(0, 2 * places.length)
}

/** Which places of each row change at all. Alpha's number is 0 and the highest: no place reads as −0 or as none. */
function extentOf(places: Float64Array, canvas: Frame): Extent {
  const { width, height } = canvas
  const changed = noExtent(canvas)
  for (let y = 0, first = 1; y < height; y++, first += strideOf(canvas)) {
    let left = 0
    while (left < width && places[first + left] === 0) left++
    if (left === width) continue
    let right = width - 1
    while (places[first + right] === 0) right--
    changed.first[y] = left
    changed.last[y] = right
  }
  return changed
}
