import { pixelsToChange } from '../../raster/give-up.ts'
import type { Picture } from '../../raster/picture.ts'
import { inPlaneRoom } from '../../raster/plane-room.ts'
import { ADD_LINE, type AddLine } from '../../raster/simd/add-line.ts'
import { workbenchOf } from '../../raster/simd/workbench.ts'
import type { Canvas, Frame, Tone } from './canvas.ts'
import { type Change, changeBetween } from './change-between.ts'
import { changedRows, closeRow, type Extent, extendTo, noExtent, strideOf } from './changed-rows.ts'

const bench = workbenchOf<{ addLine: AddLine }>({ addLine: ADD_LINE })

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
  const { area, height } = canvas
  const data = pixelsToChange(picture)
  // A row of pixels, then the changes.
  const start = 4 * area.width
  const { runs, memory } = bench(start + 16 * strideOf(canvas) * height)
  const row = new Uint8ClampedArray(memory, 0, start)
  const changed = layChanges(canvas, find, new Float32Array(memory, start))
  const line = (y: number): number => start + 16 * strideOf(canvas) * y
  for (const { y, left, count, upper, lower, x, step, down } of changedRows(canvas, changed)) {
    const from = ((area.top + y) * picture.width + area.left + left) * 4
    const pixels = data.subarray(from, from + 4 * count)
    row.set(pixels)
    runs.addLine(0, line(upper), line(lower), count, x, step, down)
    pixels.set(row.subarray(0, 4 * count))
  }
  return { ...picture, data }
}

/** Lays down by how many levels red, green and blue of each canvas pixel changed, and 0 for alpha. */
function layChanges(canvas: Frame, find: () => Change, changes: Float32Array): Extent {
  const { width, height } = canvas
  const stride = 4 * strideOf(canvas)
  const changed = noExtent(canvas)
  inPlaneRoom(() => {
    const change = find()
    for (let y = 0; y < height; y++) {
      layRow(change, changes.subarray(stride * y, stride * (y + 1)), width, y, changed)
    }
  })
  return changed
}

/** Lays a row of changes side by side. */
function layRow(
  { red, green, blue }: Change,
  row: Float32Array,
  width: number,
  y: number,
  changed: Extent,
): void {
  row.fill(0)
  for (let x = 0, i = y * width, to = 4; x < width; x++, i++, to += 4) {
    const [r, g, b] = [red[i]!, green[i]!, blue[i]!]
    if (r === 0 && g === 0 && b === 0) continue
    row[to] = r
    row[to + 1] = g
    row[to + 2] = b
    extendTo(changed, x, y)
  }
  closeRow(row, width)
}
