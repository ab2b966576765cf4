import type { Box, Picture, Point } from '../../raster/picture.ts'
import { sampleBicubic } from '../../raster/sample.ts'
import { PARTS, resamplingBench, TABLES_END } from '../../raster/simd/resample-line.ts'
import { isOpaque, noteOpaque } from '../../raster/words.ts'

/** The corners of a triangle, turning to the right (y grows downwards). */
export type Corners = readonly [Point, Point, Point]

/** A picture that triangles of another one are drawn on, in the memory of the kernel: it holds until the next is opened. */
export type Sketch = {
  bytes: Uint8ClampedArray
  /** Where its rows stand, and those of the picture that is drawn from. */
  to: Sheet
  from: Sheet & { picture: Picture }
  /** What was drawn, with the alpha the picture has. */
  finish(): Picture
}

type Sheet = { at: number; width: number; height: number }

/** The sketch of an area of a picture. */
export function openSketch(picture: Picture, area: Box, source: Picture): Sketch {
  const { width, height } = area
  const length = 4 * width * height
  const to = { at: TABLES_END, width, height }
  const from = { at: TABLES_END + length, width: source.width, height: source.height }
  const { memory } = resamplingBench(from.at + source.data.length)
  const bytes = new Uint8ClampedArray(memory)
  const rowOf = (y: number): Uint8ClampedArray => {
    const start = 4 * ((area.top + y) * picture.width + area.left)
    return picture.data.subarray(start, start + 4 * width)
  }
  for (let y = 0; y < height; y++) bytes.set(rowOf(y), to.at + 4 * width * y)
  bytes.set(source.data, from.at)
  const finish = (): Picture => {
    const data = bytes.subarray(to.at, from.at)
    if (isOpaque(picture) && isOpaque(source)) noteOpaque({ data })
    else {
      for (let y = 0; y < height; y++) {
        const row = rowOf(y)
        for (let i = 3, at = 4 * width * y + 3; i < row.length; i += 4, at += 4) data[at] = row[i]!
      }
    }
    return { width, height, data }
  }
  return { bytes, to, from: { ...from, picture: source }, finish }
}

/** What a place may lie outside a triangle, in pixels, and is drawn: neighbours leave no gap. */
const SLACK = 1e-6

/** Draws the pixels whose middles lie in the triangle `target` as the triangle `from` of the other picture has them. */
export function fillTriangle(sketch: Sketch, target: Corners, from: Corners): void {
  const [a, b, c] = target
  const whole = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  // Per pixel to the right and per pixel down: where a pixel's colour comes from.
  const [p, q, r] = from
  const right = {
    x: ((q.x - p.x) * (c.y - a.y) - (r.x - p.x) * (b.y - a.y)) / whole,
    y: ((q.y - p.y) * (c.y - a.y) - (r.y - p.y) * (b.y - a.y)) / whole,
  }
  const down = {
    x: ((r.x - p.x) * (b.x - a.x) - (q.x - p.x) * (c.x - a.x)) / whole,
    y: ((r.y - p.y) * (b.x - a.x) - (q.y - p.y) * (c.x - a.x)) / whole,
  }
  const first = Math.max(0, Math.ceil(Math.min(a.y, b.y, c.y) - 0.5 - SLACK))
  const last = Math.min(sketch.to.height - 1, Math.floor(Math.max(a.y, b.y, c.y) - 0.5 + SLACK))
  for (let y = first; y <= last; y++) {
    const dy = y + 0.5 - a.y
    let left = Number.POSITIVE_INFINITY
    let end = Number.NEGATIVE_INFINITY
    for (let k = 0; k < 3; k++) {
      const [one, other] = [target[k]!, target[(k + 1) % 3]!]
      const t = (y + 0.5 - one.y) / (other.y - one.y)
      if (!(t >= -SLACK && t <= 1 + SLACK)) continue
      const x = one.x + t * (other.x - one.x)
      if (x < left) left = x
      if (x > end) end = x
    }
    const start = Math.max(0, Math.ceil(left - 0.5 - SLACK))
    const count = Math.min(sketch.to.width - 1, Math.floor(end - 0.5 + SLACK)) - start + 1
    if (!(count > 0)) continue
    const dx = start + 0.5 - a.x
    const x = p.x + dx * right.x + dy * down.x - 0.5
    const z = p.y + dx * right.y + dy * down.y - 0.5
    drawRun(sketch, (y * sketch.to.width + start) * 4, count, x, z, right)
  }
}

/** What places may be off by when they are counted in whole parts of a pixel. */
const ROUNDING = 0.01

/** Draws neighbouring pixels: the n-th shows the picture at (x, y) + n `step`. */
function drawRun(
  { bytes, to, from }: Sketch,
  at: number,
  count: number,
  x: number,
  y: number,
  step: Point,
): void {
  const { runs } = resamplingBench(0)
  const [endX, endY] = [x + (count - 1) * step.x, y + (count - 1) * step.y]
  const inside =
    Math.min(x, endX) >= 1 &&
    Math.max(x, endX) < from.width - 2 - ROUNDING &&
    Math.min(y, endY) >= 1 &&
    Math.max(y, endY) < from.height - 2 - ROUNDING
  if (inside) {
    const [px, py] = [x * PARTS + 0.5, y * PARTS + 0.5]
    const stride = from.width * 4
    runs.resampleLine(to.at + at, from.at, stride, count, px, py, step.x * PARTS, step.y * PARTS)
    return
  }
  for (let n = 0, i = to.at + at; n < count; n++, i += 4) {
    const { width, height, data } = from.picture
    sampleBicubic(data, width, height, x + n * step.x, y + n * step.y, colour)
    for (let k = 0; k < 3; k++) bytes[i + k] = colour[k]!
  }
}

const colour = new Float64Array(4)
