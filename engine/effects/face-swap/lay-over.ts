import { formula } from '../../raster/formula.ts'
import type { Picture } from '../../raster/picture.ts'
import { inPlaneRoom, takePlane } from '../../raster/plane-room.ts'
import { PARTS } from '../../raster/simd/add-line.ts'
import { LAY_LINE, type LayLine } from '../../raster/simd/lay-line.ts'
import { workbenchOf } from '../../raster/simd/workbench.ts'
import type { Canvas, Frame, Tone } from '../skin/canvas.ts'
import { colourOf } from '../skin/lab-lines.ts'
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
  const { area, factor, height } = given
  // A row of the picture, one to be laid over it, then the changes.
  const length = 4 * area.width
  const start = 2 * length
  const { runs, memory } = bench(start + 16 * strideOf(given) * height)
  const bytes = new Uint8ClampedArray(memory)
  const seen = layChanges(given, tone, mask, new Float32Array(memory, start))
  const line = (y: number): number => start + 16 * strideOf(given) * y
  for (let y = 0; y < area.height; y++) {
    const at = Math.min(height - 1, Math.max(0, (y + 0.5) / factor - 0.5))
    const upper = Math.floor(at)
    const lower = Math.min(height - 1, upper + 1)
    const first = Math.min(seen.first[upper]!, seen.first[lower]!)
    const last = Math.max(seen.last[upper]!, seen.last[lower]!)
    const left = Math.max(0, Math.floor((first - 0.5) * factor))
    const count = Math.min(area.width, Math.ceil((last + 1.5) * factor)) - left
    if (count <= 0) continue
    const from = ((area.top + y) * part.width + area.left + left) * 4
    const pixels = part.data.subarray(from, from + 4 * count)
    bytes.set(pixels)
    bytes.set(warped.data.subarray(from, from + 4 * count), length)
    const x = Math.round(((left + 0.5) / factor + 0.5) * PARTS)
    const [step, down] = [Math.round(PARTS / factor), Math.round((at - upper) * PARTS)]
    runs.layLine(0, length, line(upper), line(lower), count, x, step, down)
    pixels.set(bytes.subarray(0, 4 * count))
  }
}

/** Places of a row of changes: the canvas's, and before and behind them the first and the last once more. */
const strideOf = ({ width }: Frame): number => width + 2

/** The first and the last place of each row that is seen; `last` is less than `first` where none is. */
type Seen = { first: Int32Array; last: Int32Array }

/** Lays down by how many levels red, green and blue of each place change, and how much of it is seen. */
function layChanges(given: Canvas, tone: Tone, mask: Float32Array, changes: Float32Array): Seen {
  const { width, height, tone: from } = given
  const stride = 4 * strideOf(given)
  const seen = {
    first: new Int32Array(height).fill(width + 1),
    last: new Int32Array(height).fill(-2),
  }
  inPlaneRoom(() => {
    const take = (): Float32Array => takePlane(width * height)
    const added = { red: take(), green: take(), blue: take() }
    const { l: lOld, a: aOld, b: bOld } = from
    findChange({ ...{ l: tone.l, a: tone.a, b: tone.b }, lOld, aOld, bOld, ...added })
    for (let y = 0; y < height; y++) {
      const row = changes.subarray(stride * y, stride * (y + 1))
      layRow({ ...added, mask }, y * width, width, row, seen, y)
    }
  })
  return seen
}

const findChange = formula(`
  ${colourOf('Old')}
  ${colourOf('')}
  red = red - redOld
  green = green - greenOld
  blue = blue - blueOld
`)

type Added = Record<'red' | 'green' | 'blue' | 'mask', Float32Array>

/** Lays a row of changes side by side. */
function layRow(
  { red, green, blue, mask }: Added,
  from: number,
  width: number,
  row: Float32Array,
  { first, last }: Seen,
  y: number,
): void {
  for (let x = 0, i = from, to = 4; x < width; x++, i++, to += 4) {
    row[to] = red[i]!
    row[to + 1] = green[i]!
    row[to + 2] = blue[i]!
    row[to + 3] = mask[i]!
    if (mask[i] === 0) continue
    if (last[y] === -2) first[y] = x
    last[y] = x
  }
  row.copyWithin(0, 4, 8)
  row.copyWithin(4 * (width + 1), 4 * width, 4 * (width + 1))
}
