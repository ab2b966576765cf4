import { formula } from '../../raster/formula.ts'
import { pixelsToChange } from '../../raster/give-up.ts'
import type { Picture } from '../../raster/picture.ts'
import { inPlaneRoom, takePlane } from '../../raster/plane-room.ts'
import { ADD_LINE, type AddLine, PARTS } from '../../raster/simd/add-line.ts'
import { workbenchOf } from '../../raster/simd/workbench.ts'
import type { Canvas, Tone } from './canvas.ts'
import { colourOf } from './lab-lines.ts'

const bench = workbenchOf<{ addLine: AddLine }>({ addLine: ADD_LINE })

/**
 * Carries what was done to a canvas over to the picture, at the picture's own resolution: each pixel is moved by as many
 * levels as its place on the canvas was, so detail finer than the canvas stays. Pixels of unchanged places, and alpha,
 * keep their bytes.
 */
export function repaint(picture: Picture, canvas: Canvas, tone: Tone): Picture {
  const { area, factor, height } = canvas
  const data = pixelsToChange(picture)
  // A row of pixels, then the changes.
  const start = 4 * area.width
  const { runs, memory } = bench(start + 16 * strideOf(canvas) * height)
  const row = new Uint8ClampedArray(memory, 0, start)
  const changed = layChanges(canvas, tone, new Float32Array(memory, start))
  const line = (y: number): number => start + 16 * strideOf(canvas) * y
  for (let y = 0; y < area.height; y++) {
    const at = Math.min(height - 1, Math.max(0, (y + 0.5) / factor - 0.5))
    const upper = Math.floor(at)
    const lower = Math.min(height - 1, upper + 1)
    const first = Math.min(changed.first[upper]!, changed.first[lower]!)
    const last = Math.max(changed.last[upper]!, changed.last[lower]!)
    // What lies between a changed place and its unchanged neighbours changes too.
    const left = Math.max(0, Math.floor((first - 0.5) * factor))
    const count = Math.min(area.width, Math.ceil((last + 1.5) * factor)) - left
    if (count <= 0) continue
    const from = ((area.top + y) * picture.width + area.left + left) * 4
    const pixels = data.subarray(from, from + 4 * count)
    row.set(pixels)
    const x = Math.round(((left + 0.5) / factor + 0.5) * PARTS)
    const step = Math.round(PARTS / factor)
    runs.addLine(0, line(upper), line(lower), count, x, step, Math.round((at - upper) * PARTS))
    pixels.set(row.subarray(0, 4 * count))
  }
  return { ...picture, data }
}

/** Places of a row of changes: the canvas's, and before and behind them the first and the last once more. */
const strideOf = ({ width }: Canvas): number => width + 2

/** The first and the last place of each row that has changed; `last` is less than `first` where none has. */
type Changed = { first: Int32Array; last: Int32Array }

/** Lays down by how many levels red, green and blue of each canvas pixel changed, and 0 for alpha. */
function layChanges(canvas: Canvas, tone: Tone, changes: Float32Array): Changed {
  const { width, height, tone: from } = canvas
  const stride = 4 * strideOf(canvas)
  const changed = {
    first: new Int32Array(height).fill(width + 1),
    last: new Int32Array(height).fill(-2),
  }
  inPlaneRoom(() => {
    const take = (): Float32Array => takePlane(width * height)
    const added = { red: take(), green: take(), blue: take() }
    findChange({ ...tone, lOld: from.l, aOld: from.a, bOld: from.b, ...added })
    for (let y = 0; y < height; y++) {
      layRow(added, y * width, width, changes.subarray(stride * y, stride * (y + 1)), changed, y)
    }
  })
  return changed
}

const findChange = formula(`
  ${colourOf('Old')}
  ${colourOf('')}
  red = red - redOld
  green = green - greenOld
  blue = blue - blueOld
`)

type Added = Record<'red' | 'green' | 'blue', Float32Array>

/** Lays a row of changes side by side. */
function layRow(
  { red, green, blue }: Added,
  from: number,
  width: number,
  row: Float32Array,
  { first, last }: Changed,
  y: number,
): void {
  row.fill(0)
  for (let x = 0, i = from, to = 4; x < width; x++, i++, to += 4) {
    const [r, g, b] = [red[i]!, green[i]!, blue[i]!]
    if (r === 0 && g === 0 && b === 0) continue
    row[to] = r
    row[to + 1] = g
    row[to + 2] = b
    if (last[y] === -2) first[y] = x
    last[y] = x
  }
  row.copyWithin(0, 4, 8)
  row.copyWithin(4 * (width + 1), 4 * width, 4 * (width + 1))
}
