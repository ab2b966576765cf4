import type { Picture } from '../../raster/picture.ts'
import { PARTS } from '../../raster/simd/add-line.ts'
import { LAY_LINE, type LayLine } from '../../raster/simd/lay-line.ts'
import { workbenchOf } from '../../raster/simd/workbench.ts'
import type { Canvas, Frame, Tone } from '../skin/canvas.ts'
import { fromLab } from '../skin/lab.ts'
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
  const stride = strideOf(given)
  const seen = {
    first: new Int32Array(height).fill(width + 1),
    last: new Int32Array(height).fill(-2),
  }
  const [old, now] = [new Float64Array(3), new Float64Array(3)]
  changes.fill(0, 0, 4 * stride * height)
  for (let y = 0, i = 0; y < height; y++) {
    const start = 4 * stride * y
    for (let x = 0, to = start + 4; x < width; x++, i++, to += 4) {
      if (mask[i] === 0) continue
      fromLab(from.l[i]!, from.a[i]!, from.b[i]!, old)
      fromLab(tone.l[i]!, tone.a[i]!, tone.b[i]!, now)
      changes[to] = now[0]! - old[0]!
      changes[to + 1] = now[1]! - old[1]!
      changes[to + 2] = now[2]! - old[2]!
      changes[to + 3] = mask[i]!
      if (seen.last[y] === -2) seen.first[y] = x
      seen.last[y] = x
    }
    changes.copyWithin(start, start + 4, start + 8)
    changes.copyWithin(start + 4 * (width + 1), start + 4 * width, start + 4 * (width + 1))
  }
  return seen
}
