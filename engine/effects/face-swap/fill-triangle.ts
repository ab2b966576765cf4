import type { Box, Picture, Point } from '../../raster/picture.ts'
import { sampleBicubic } from '../../raster/sample.ts'
import { PARTS, resamplingBench, TABLES_END } from '../../raster/simd/resample-line.ts'
import { isOpaque, noteOpaque } from '../../raster/words.ts'

/** The corners of a triangle, turning to the right (y grows downwards). */
export type Corners = readonly [Point, Point, Point]

/** A picture that triangles of another one are drawn on, in the memory of the kernel: it holds until the next is opened. */
export type Sketch = {
  bytes: Uint8ClampedArray
  runs: ReturnType<typeof resamplingBench>['runs']
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
  const { memory, runs } = resamplingBench(from.at + source.data.length)
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
  return { bytes, runs, to, from: { ...from, picture: source }, finish }
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
  const { to } = sketch
  const [high, middle, low] = fromTheTop(a, b, c)
  const [long, upper, lower] = [slope(high, low), slope(high, middle), slope(middle, low)]
  const first = Math.max(0, Math.ceil(high.y - 0.5 - SLACK))
  const last = Math.min(to.height - 1, Math.floor(low.y - 0.5 + SLACK))
  for (let y = first; y <= last; y++) {
    const level = y + 0.5
    const one = high.x + (level - high.y) * long
    const other =
      level < middle.y ? high.x + (level - high.y) * upper : middle.x + (level - middle.y) * lower
    const start = Math.max(0, Math.ceil(Math.min(one, other) - 0.5 - SLACK))
    const end = Math.min(to.width - 1, Math.floor(Math.max(one, other) - 0.5 + SLACK))
    if (end < start) continue
    const dx = start + 0.5 - a.x
    const dy = level - a.y
    const x = p.x + dx * right.x + dy * down.x - 0.5
    const z = p.y + dx * right.y + dy * down.y - 0.5
    drawRun(sketch, (y * to.width + start) * 4, end - start + 1, x, z, right)
  }
}

/** Neighbours see a side from its same end, and so in the same places. */
function fromTheTop(a: Point, b: Point, c: Point): Corners {
  const [one, other] = a.y <= b.y ? [a, b] : [b, a]
  if (c.y < one.y) return [c, one, other]
  return c.y < other.y ? [one, c, other] : [one, other, c]
}

/** Places to the right for each one down. */
const slope = (from: Point, to: Point): number =>
  to.y > from.y ? (to.x - from.x) / (to.y - from.y) : 0

/** What places may be off by when they are counted in whole parts of a pixel. */
const ROUNDING = 0.01

/** Draws neighbouring pixels: the n-th shows the picture at (x, y) + n `step`. */
function drawRun(
  { bytes, runs, to, from }: Sketch,
  at: number,
  count: number,
  x: number,
  y: number,
  step: Point,
): void {
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
