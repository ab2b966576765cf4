import { pixelsToChange } from '../../raster/give-up.ts'
import type { Picture } from '../../raster/picture.ts'
import { ADD_LINE, type AddLine, PARTS } from '../../raster/simd/add-line.ts'
import { workbenchOf } from '../../raster/simd/workbench.ts'
import type { Canvas, Tone } from './canvas.ts'
import { fromLab } from './lab.ts'

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
function layChanges(canvas: Canvas, { l, a, b }: Tone, changes: Float32Array): Changed {
  const { width, height, tone: from } = canvas
  const stride = strideOf(canvas)
  const changed = {
    first: new Int32Array(height).fill(width + 1),
    last: new Int32Array(height).fill(-2),
  }
  const [old, now] = [new Float64Array(3), new Float64Array(3)]
  changes.fill(0, 0, 4 * stride * height)
  for (let y = 0, i = 0; y < height; y++) {
    const start = 4 * stride * y
    for (let x = 0, to = start + 4; x < width; x++, i++, to += 4) {
      if (l[i] === from.l[i] && a[i] === from.a[i] && b[i] === from.b[i]) continue
      fromLab(from.l[i]!, from.a[i]!, from.b[i]!, old)
      fromLab(l[i]!, a[i]!, b[i]!, now)
      changes[to] = now[0]! - old[0]!
      changes[to + 1] = now[1]! - old[1]!
      changes[to + 2] = now[2]! - old[2]!
      if (changed.last[y] === -2) changed.first[y] = x
      changed.last[y] = x
    }
    changes.copyWithin(start, start + 4, start + 8)
    changes.copyWithin(start + 4 * (width + 1), start + 4 * width, start + 4 * (width + 1))
  }
  return changed
}
