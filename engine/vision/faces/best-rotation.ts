import { ROTATION_START } from '../tuning.ts'

/** A point in space: x, y, z. */
export type Triple = readonly [number, number, number]

/** A rotation matrix by its rows: `to = rotation · from`. */
export type Rotation = readonly [Triple, Triple, Triple]

/** The power iteration ends when a step changes no component by more than this, or after so many steps. */
const MAX_STEPS = 200
const CONVERGED = 1e-9

/**
 * The rotation that aligns one set of points with another in the least-squares sense, whatever their positions and
 * sizes (Horn, "Closed-form solution of absolute orientation using unit quaternions", 1987).
 */
export function bestRotation(from: readonly Triple[], to: readonly Triple[]): Rotation {
  const a = centred(from)
  const b = centred(to)
  const s = (i: 0 | 1 | 2, j: 0 | 1 | 2): number =>
    a.reduce((sum, point, n) => sum + point[i] * b[n]![j], 0)
  const [xx, xy, xz] = [s(0, 0), s(0, 1), s(0, 2)]
  const [yx, yy, yz] = [s(1, 0), s(1, 1), s(1, 2)]
  const [zx, zy, zz] = [s(2, 0), s(2, 1), s(2, 2)]
  return rotationOf(
    largestEigenvector([
      [xx + yy + zz, yz - zy, zx - xz, xy - yx],
      [yz - zy, xx - yy - zz, xy + yx, zx + xz],
      [zx - xz, xy + yx, yy - xx - zz, yz + zy],
      [xy - yx, zx + xz, yz + zy, zz - xx - yy],
    ]),
  )
}

/** The points relative to their centroid. */
function centred(points: readonly Triple[]): Triple[] {
  const mean = [0, 1, 2].map((c) => points.reduce((sum, p) => sum + p[c]!, 0) / points.length)
  return points.map(([x, y, z]) => [x - mean[0]!, y - mean[1]!, z - mean[2]!])
}

/** By power iteration, with the matrix shifted so that its largest eigenvalue is also the largest in magnitude. */
function largestEigenvector(matrix: number[][]): number[] {
  const shift = Math.max(...matrix.map((row) => row.reduce((sum, v) => sum + Math.abs(v), 0)))
  let vector: number[] = [...ROTATION_START]
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = matrix.map(
      (row, n) => row.reduce((sum, v, m) => sum + v * vector[m]!, 0) + shift * vector[n]!,
    )
    const length = Math.hypot(...next) || 1
    const before = vector
    vector = next.map((v) => v / length)
    if (vector.every((v, n) => Math.abs(v - before[n]!) < CONVERGED)) break
  }
  return vector
}

/** The rotation matrix of a unit quaternion. */
function rotationOf([w, x, y, z]: number[]): Rotation {
  const [a, b, c, d] = [w!, x!, y!, z!]
  return [
    [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
    [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)],
    [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d],
  ]
}
