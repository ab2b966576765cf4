import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import type { Point } from '../../geometry/point.ts'
import type { Size } from '../../geometry/size.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import type { EyeLandmarks } from './landmarks.ts'
import { splineThrough } from './spline.ts'
import {
  LID_COORDINATES_BESIDE,
  LID_COORDINATES_COLUMNS,
  LID_COORDINATES_ENDS,
  LID_COORDINATES_RISE,
} from './tuning.ts'

/**
 * Where each pixel lies on the skin around an eye, so that a zone of eyeshadow is a formula of two numbers, and follows
 * the lid however the head is turned. Pixels beyond have `across` −1.
 */
export type LidCoordinates = {
  /**
   * 0 at the outer corner of the eye, 1 at the inner one; below 0 beside the eye, see {@link LID_COORDINATES_BESIDE}.
   */
  across: Float32Array
  /** Above the upper lid: 0 at its edge, about 1/3 at the crease, 1 at the brow. Below the lower lid: down to −1. */
  up: Float32Array
}

/** Finds the coordinates of the skin around one eye. */
export function lidCoordinates(part: FaceRegionGeometry, eye: EyeLandmarks): LidCoordinates {
  const { width, height } = part
  const coordinates = {
    across: allocPlane(width * height).fill(-1),
    up: allocZeroPlane(width * height),
  }
  const outwards = drawnOut(part, eye)
  const above = eye.upper.map((row, nth) =>
    column(part, row, outwards, nth === 3 ? LID_COORDINATES_ENDS.brow : 1),
  )
  const below = eye.lower.map((row) => column(part, row, outwards, LID_COORDINATES_ENDS.below))
  layStrips(coordinates, part, above, [0, 1 / 3, 2 / 3, 1])
  layStrips(coordinates, part, below, [0, -0.5, -1])
  return coordinates
}

/** The way from the outer corner of an eye to the end of its coordinates. */
function drawnOut({ points, up }: FaceRegionGeometry, { upper: [margin] }: EyeLandmarks): Point {
  const [outer, inner] = [points[margin[0]!]!, points[margin.at(-1)!]!]
  const along = {
    x: (outer.x - inner.x) * LID_COORDINATES_BESIDE,
    y: (outer.y - inner.y) * LID_COORDINATES_BESIDE,
  }
  const length = Math.hypot(along.x, along.y)
  return {
    x: along.x + up.x * LID_COORDINATES_RISE * length,
    y: along.y + up.y * LID_COORDINATES_RISE * length,
  }
}

/** Points of a row, {@link LID_COORDINATES_COLUMNS} of them and one, from beside the eye to its inner end. */
function column(
  part: FaceRegionGeometry,
  row: readonly number[],
  outwards: Point,
  reach: number,
): Point[] {
  const own = splineThrough(landmarkPath(part, row), LID_COORDINATES_COLUMNS.eye + 1)
  const beside = Array.from({ length: LID_COORDINATES_COLUMNS.beside }, (_, nth) => {
    const by = reach * (1 - nth / LID_COORDINATES_COLUMNS.beside)
    return { x: own[0]!.x + outwards.x * by, y: own[0]!.y + outwards.y * by }
  })
  return [...beside, ...own]
}

function layStrips(
  coordinates: LidCoordinates,
  size: Size,
  rows: readonly Point[][],
  heights: readonly number[],
): void {
  for (let r = 0; r + 1 < rows.length; r++) {
    const [low, high] = [rows[r]!, rows[r + 1]!]
    const [from, to] = [heights[r]!, heights[r + 1]!]
    for (let c = 0; c + 1 < low.length; c++) {
      const [left, right] = [acrossOf(c), acrossOf(c + 1)]
      const a = { ...low[c]!, across: left, up: from }
      const b = { ...low[c + 1]!, across: right, up: from }
      const p = { ...high[c]!, across: left, up: to }
      const q = { ...high[c + 1]!, across: right, up: to }
      fillTriangle(coordinates, size, a, b, p)
      fillTriangle(coordinates, size, b, q, p)
    }
  }
}

function acrossOf(column: number): number {
  const at = column - LID_COORDINATES_COLUMNS.beside
  return at < 0
    ? (at / LID_COORDINATES_COLUMNS.beside) * LID_COORDINATES_BESIDE
    : at / LID_COORDINATES_COLUMNS.eye
}

/** Pixels on the edge of two triangles belong to both, whatever rounding makes of their shares. */
const EDGE = 1e-3

type Corner = Point & { across: number; up: number }

/** Writes the coordinates of a triangle, interpolated between its corners, to the pixels whose centres it covers. */
function fillTriangle(
  { across, up }: LidCoordinates,
  { width, height }: Size,
  a: Corner,
  b: Corner,
  c: Corner,
): void {
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
  if (Math.abs(area) < 1e-6) return
  const left = Math.max(0, Math.floor(Math.min(a.x, b.x, c.x) - 0.5))
  const right = Math.min(width - 1, Math.ceil(Math.max(a.x, b.x, c.x) - 0.5))
  const top = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y) - 0.5))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(a.y, b.y, c.y) - 0.5))
  for (let y = top; y <= bottom; y++) {
    const down = y + 0.5 - a.y
    for (let x = left; x <= right; x++) {
      const along = x + 0.5 - a.x
      const toB = (along * (c.y - a.y) - (c.x - a.x) * down) / area
      const toC = ((b.x - a.x) * down - along * (b.y - a.y)) / area
      if (toB < -EDGE || toC < -EDGE || toB + toC > 1 + EDGE) continue
      const at = y * width + x
      across[at] = a.across + toB * (b.across - a.across) + toC * (c.across - a.across)
      up[at] = a.up + toB * (b.up - a.up) + toC * (c.up - a.up)
    }
  }
}
