import { solveLinear } from '../../geometry/solve-linear.ts'
import { PERSPECTIVE_WEIGHT } from '../tuning.ts'
/**
 * A projective map of the plane, its nine numbers row by row. Positions are in widths of the frame, from its top left
 * corner, so that one map fits copies of a frame of any size.
 */
export type Homography = Float64Array

/** A point where it is and where it went, in widths of the frame. */
export type Pair = { x: number; y: number; toX: number; toY: number }

export const IDENTITY: Homography = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)

/** First `inner`, then `outer`. */
export function compose(outer: Homography, inner: Homography): Homography {
  const out = new Float64Array(9)
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0
      for (let k = 0; k < 3; k++) sum += outer[3 * row + k]! * inner[3 * k + column]!
      out[3 * row + column] = sum
    }
  }
  return out.map((value) => value / out[8]!)
}

export function invert(map: Homography): Homography {
  const [a, b, c, d, e, f, g, h, i] = map as unknown as readonly number[] as [
    ...[number, number, number, number, number, number, number, number, number],
  ]
  const out = Float64Array.of(
    ...[e * i - f * h, c * h - b * i, b * f - c * e],
    ...[f * g - d * i, a * i - c * g, c * d - a * f],
    ...[d * h - e * g, b * g - a * h, a * e - b * d],
  )
  return out.map((value) => value / out[8]!)
}

/** Writes where a point goes. */
export function applyTo(map: Homography, x: number, y: number, into: Float64Array): void {
  const w = map[6]! * x + map[7]! * y + map[8]!
  into[0] = (map[0]! * x + map[1]! * y + map[2]!) / w
  into[1] = (map[3]! * x + map[4]! * y + map[5]!) / w
}

/** How freely a map is fitted: by a move, by a move with a turn and a scale, by any linear map, by any projection. */
export type Freedom = 'move' | 'similarity' | 'affine' | 'projection'

/**
 * Least squares over weighted pairs; undefined where they do not determine a map. A projection's two perspective terms
 * are held to 0 by a slight weight, because few pairs near one another say next to nothing about them.
 */
export function fitMap(
  pairs: readonly Pair[],
  weights: ArrayLike<number>,
  freedom: Freedom,
): Homography | undefined {
  const size = { move: 2, similarity: 4, affine: 6, projection: 8 }[freedom]
  let [total, cx, cy] = [0, 0, 0]
  for (const [n, { x, y }] of pairs.entries()) {
    total += weights[n]!
    cx += weights[n]! * x
    cy += weights[n]! * y
  }
  if (total <= 0) return undefined
  cx /= total
  cy /= total
  const normal = new Float64Array(size * (size + 1))
  const row = new Float64Array(size + 1)
  for (const [n, { x, y, toX, toY }] of pairs.entries()) {
    const weight = weights[n]!
    if (weight <= 0) continue
    for (const axis of [0, 1] as const) {
      rowOf(freedom, axis, x - cx, y - cy, axis === 0 ? toX - cx : toY - cy, row)
      for (let i = 0; i < size; i++) {
        for (let j = i; j <= size; j++) {
          normal[i * (size + 1) + j] = normal[i * (size + 1) + j]! + weight * row[i]! * row[j]!
        }
      }
    }
  }
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) normal[i * (size + 1) + j] = normal[j * (size + 1) + i]!
  }
  for (let i = 6; i < size; i++) {
    normal[i * (size + 1) + i] = normal[i * (size + 1) + i]! + PERSPECTIVE_WEIGHT
  }
  const solved = solveLinear(normal, size)
  return solved && around(toMap(freedom, solved), cx, cy)
}

/** One linear equation of a pair: the factors of the unknowns, and what they shall give. */
function rowOf(
  freedom: Freedom,
  axis: 0 | 1,
  x: number,
  y: number,
  to: number,
  row: Float64Array,
): void {
  row.fill(0)
  const last = row.length - 1
  if (freedom === 'move') {
    row[axis] = 1
    row[last] = to - (axis === 0 ? x : y)
    return
  }
  row[last] = to
  if (freedom === 'similarity') {
    row[0] = axis === 0 ? x : y
    row[1] = axis === 0 ? -y : x
    row[2 + axis] = 1
    return
  }
  row[3 * axis] = x
  row[3 * axis + 1] = y
  row[3 * axis + 2] = 1
  if (freedom === 'affine') return
  row[6] = -x * to
  row[7] = -y * to
}

function toMap(freedom: Freedom, s: Float64Array): Homography {
  if (freedom === 'move') return Float64Array.of(1, 0, s[0]!, 0, 1, s[1]!, 0, 0, 1)
  if (freedom === 'similarity') {
    return Float64Array.of(s[0]!, -s[1]!, s[2]!, s[1]!, s[0]!, s[3]!, 0, 0, 1)
  }
  return Float64Array.of(...s.subarray(0, 6), s[6] ?? 0, s[7] ?? 0, 1)
}

function around(map: Homography, cx: number, cy: number): Homography {
  const there = Float64Array.of(1, 0, -cx, 0, 1, -cy, 0, 0, 1)
  const back = Float64Array.of(1, 0, cx, 0, 1, cy, 0, 0, 1)
  return compose(back, compose(map, there))
}

/** How far a map takes a pair from where it went, in widths. */
export function errorOf(map: Homography, { x, y, toX, toY }: Pair): number {
  const w = map[6]! * x + map[7]! * y + map[8]!
  return Math.hypot(
    (map[0]! * x + map[1]! * y + map[2]!) / w - toX,
    (map[3]! * x + map[4]! * y + map[5]!) / w - toY,
  )
}
