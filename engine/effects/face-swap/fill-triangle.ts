import { isOpaque, noteOpaque } from '../../raster/packed-rgba.ts'
import type { Box, Picture, Point } from '../../raster/picture.ts'
import { sampleBicubic } from '../../raster/sample.ts'
import { FIXED_ONE, resamplingInstance, TABLE_END } from '../../raster/simd/resample-row.ts'

/** The corners of a triangle, turning to the right (y grows downwards). */
export type TriangleCorners = readonly [Point, Point, Point]

/** A picture that triangles of another one are drawn on, in the memory of the kernel: it holds until the next is opened. */
export type TriangleTarget = {
  bytes: Uint8ClampedArray
  runs: ReturnType<typeof resamplingInstance>['runs']
  /** Where its rows stand, and those of the picture that is drawn from. */
  to: PixelBlock
  from: PixelBlock & { picture: Picture }
  /** What was drawn, with the alpha the picture has. */
  finish(): Picture
}

type PixelBlock = { at: number; width: number; height: number }

/** The sketch of an area of a picture. */
export function openTriangleTarget(picture: Picture, area: Box, source: Picture): TriangleTarget {
  const { width, height } = area
  const length = 4 * width * height
  const to = { at: TABLE_END, width, height }
  const from = { at: TABLE_END + length, width: source.width, height: source.height }
  const { memory, runs } = resamplingInstance(from.at + source.data.length)
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
const EDGE_TOLERANCE = 1e-6

/** Draws the pixels whose middles lie in the triangle `target` as the triangle `from` of the other picture has them. */
export function fillTriangle(
  sketch: TriangleTarget,
  target: TriangleCorners,
  from: TriangleCorners,
): void {
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
  const [high, middle, low] = sortedByY(a, b, c)
  const [long, upper, lower] = [slope(high, low), slope(high, middle), slope(middle, low)]
  const first = Math.max(0, Math.ceil(high.y - 0.5 - EDGE_TOLERANCE))
  const last = Math.min(to.height - 1, Math.floor(low.y - 0.5 + EDGE_TOLERANCE))
  for (let y = first; y <= last; y++) {
    const level = y + 0.5
    const one = high.x + (level - high.y) * long
    const other =
      level < middle.y ? high.x + (level - high.y) * upper : middle.x + (level - middle.y) * lower
    const start = Math.max(0, Math.ceil(Math.min(one, other) - 0.5 - EDGE_TOLERANCE))
    const end = Math.min(to.width - 1, Math.floor(Math.max(one, other) - 0.5 + EDGE_TOLERANCE))
    if (end < start) continue
    const dx = start + 0.5 - a.x
    const dy = level - a.y
    const x = p.x + dx * right.x + dy * down.x - 0.5
    const z = p.y + dx * right.y + dy * down.y - 0.5
    drawSpan(sketch, (y * to.width + start) * 4, end - start + 1, x, z, right)
  }
}

/** Neighbours see a side from its same end, and so in the same places. */
function sortedByY(a: Point, b: Point, c: Point): TriangleCorners {
  const [one, other] = a.y <= b.y ? [a, b] : [b, a]
  if (c.y < one.y) return [c, one, other]
  return c.y < other.y ? [one, c, other] : [one, other, c]
}

/** Places to the right for each one down. */
function slope(from: Point, to: Point): number {
  return to.y > from.y ? (to.x - from.x) / (to.y - from.y) : 0
}

/** What places may be off by when they are counted in whole parts of a pixel. */
const FIXED_POINT_ERROR = 0.01

/** Draws neighbouring pixels: the n-th shows the picture at (x, y) + n `step`. */
function drawSpan(
  { bytes, runs, to, from }: TriangleTarget,
  at: number,
  count: number,
  x: number,
  y: number,
  step: Point,
): void {
  const [endX, endY] = [x + (count - 1) * step.x, y + (count - 1) * step.y]
  const inside =
    Math.min(x, endX) >= 1 &&
    Math.max(x, endX) < from.width - 2 - FIXED_POINT_ERROR &&
    Math.min(y, endY) >= 1 &&
    Math.max(y, endY) < from.height - 2 - FIXED_POINT_ERROR
  if (inside) {
    const [px, py] = [x * FIXED_ONE + 0.5, y * FIXED_ONE + 0.5]
    const stride = from.width * 4
    runs.resampleLine(
      to.at + at,
      from.at,
      stride,
      count,
      px,
      py,
      step.x * FIXED_ONE,
      step.y * FIXED_ONE,
    )
    return
  }
  for (let n = 0, i = to.at + at; n < count; n++, i += 4) {
    const { width, height, data } = from.picture
    sampleBicubic(data, width, height, x + n * step.x, y + n * step.y, colour)
    for (let k = 0; k < 3; k++) bytes[i + k] = colour[k]!
  }
}

const colour = new Float64Array(4)
