import type { Box } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import type { Size } from '../../geometry/size.ts'
import { allocBytes, copyBytes } from '../../raster/arena.ts'
import type { Picture } from '../../raster/picture.ts'
import { isOpaque, noteOpaque } from '../../raster/pixels/packed-rgba.ts'
import { FIXED_ONE } from '../../raster/simd/fixed-point.ts'
import { resamplingKernels } from '../../raster/simd/resample-row.ts'
import { FIXED_POINT_SLACK } from '../../raster/tuning.ts'
import { sampleBicubic } from '../../raster/warp/sample-bicubic.ts'

/** The corners of a triangle, clockwise as the picture shows them. */
export type TriangleCorners = readonly [Point, Point, Point]

/** Pixels in the arena, row by row without gaps. */
export type ArenaPixels = Size & { data: Uint8ClampedArray }

/** A picture in the arena that triangles of another one are drawn on. */
export type TriangleTarget = {
  to: ArenaPixels
  /** The picture that is drawn from: in the arena for the kernel, and on the heap for what its edge repeats. */
  from: ArenaPixels & { picture: Picture }
}

/** Pixels of a size, with whatever was there before. @throws when no arena is open */
export function allocArenaPixels({ width, height }: Size): ArenaPixels {
  return { data: allocBytes(4 * width * height), width, height }
}

/** Fills `to` with an area of a picture, and `from` with all of `source`. */
export function openTriangleTarget(
  picture: Picture,
  area: Box,
  source: Picture,
  { to, from }: { to: ArenaPixels; from: ArenaPixels },
): TriangleTarget {
  for (let y = 0; y < area.height; y++) {
    copyBytes(to.data.subarray(4 * area.width * y), rowOf(picture, area, y))
  }
  copyBytes(from.data, source.data)
  return { to, from: { ...from, picture: source } }
}

/** What was drawn on an area of a picture, with that picture's alpha. It lies in the arena. */
export function drawnPicture({ to, from }: TriangleTarget, picture: Picture, area: Box): Picture {
  const { width, height } = to
  // A view of its own, as what is known of a picture's alpha is kept by its view.
  const data = to.data.subarray()
  if (isOpaque(picture) && isOpaque(from.picture)) noteOpaque({ data })
  else {
    for (let y = 0; y < height; y++) {
      const row = rowOf(picture, area, y)
      for (let i = 3, at = 4 * width * y + 3; i < row.length; i += 4, at += 4) data[at] = row[i]!
    }
  }
  return { width, height, data }
}

function rowOf({ data, width }: Picture, area: Box, y: number): Uint8ClampedArray {
  const start = 4 * ((area.top + y) * width + area.left)
  return data.subarray(start, start + 4 * area.width)
}

/** Pixels by which a pixel's centre may lie outside a triangle and still be drawn, so that neighbours leave no gap. */
const EDGE_TOLERANCE = 1e-6

/**
 * Fills a triangle by scan lines with the triangle `from` of the other picture: an affine map, sampled bicubically at
 * the pixels' centres.
 */
export function fillTriangle(
  canvas: TriangleTarget,
  target: TriangleCorners,
  from: TriangleCorners,
): void {
  const [a, b, c] = target
  const whole = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  // The affine map: how far the sampled point moves for one pixel to the right and for one down.
  const [p, q, r] = from
  const right = {
    x: ((q.x - p.x) * (c.y - a.y) - (r.x - p.x) * (b.y - a.y)) / whole,
    y: ((q.y - p.y) * (c.y - a.y) - (r.y - p.y) * (b.y - a.y)) / whole,
  }
  const down = {
    x: ((r.x - p.x) * (b.x - a.x) - (q.x - p.x) * (c.x - a.x)) / whole,
    y: ((r.y - p.y) * (b.x - a.x) - (q.y - p.y) * (c.x - a.x)) / whole,
  }
  const { to } = canvas
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
    drawSpan(canvas, (y * to.width + start) * 4, end - start + 1, x, z, right)
  }
}

/** Sorts corners from top to bottom, so that two triangles compute their common side in the same way. */
function sortedByY(a: Point, b: Point, c: Point): TriangleCorners {
  const [one, other] = a.y <= b.y ? [a, b] : [b, a]
  if (c.y < one.y) return [c, one, other]
  return c.y < other.y ? [one, c, other] : [one, other, c]
}

/** Pixels to the right for each pixel down. */
function slope(from: Point, to: Point): number {
  return to.y > from.y ? (to.x - from.x) / (to.y - from.y) : 0
}

/** Draws a span of pixels from byte `at` on: the n-th shows the other picture at (x, y) + n `step`. */
function drawSpan(
  { to, from }: TriangleTarget,
  at: number,
  count: number,
  x: number,
  y: number,
  step: Point,
): void {
  const [endX, endY] = [x + (count - 1) * step.x, y + (count - 1) * step.y]
  const inside =
    Math.min(x, endX) >= 1 &&
    Math.max(x, endX) < from.width - 2 - FIXED_POINT_SLACK &&
    Math.min(y, endY) >= 1 &&
    Math.max(y, endY) < from.height - 2 - FIXED_POINT_SLACK
  if (inside) {
    const [px, py] = [x * FIXED_ONE + 0.5, y * FIXED_ONE + 0.5]
    const { resampleRow } = resamplingKernels()
    const [stepX, stepY] = [step.x * FIXED_ONE, step.y * FIXED_ONE]
    const [row, source] = [to.data.byteOffset + at, from.data.byteOffset]
    resampleRow(row, source, from.width * 4, count, px, py, stepX, stepY)
    return
  }
  for (let n = 0, i = at; n < count; n++, i += 4) {
    const { width, height, data } = from.picture
    sampleBicubic(data, width, height, x + n * step.x, y + n * step.y, colour)
    for (let k = 0; k < 3; k++) to.data[i + k] = colour[k]!
  }
}

const colour = new Float64Array(4)
