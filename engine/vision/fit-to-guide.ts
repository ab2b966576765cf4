import { boxMean, type Plane } from './box-mean.ts'

/** Red, green and blue, 0–1. */
export type Guide = readonly [Plane, Plane, Plane]

/** The mask as a linear function of the picture's colour around each pixel: r·red + g·green + b·blue + offset. */
export type ColourFit = { red: Plane; green: Plane; blue: Plane; offset: Plane }

/**
 * The guided filter (He, Sun, Tang 2013) with a colour guide: explains a mask by the picture's colours nearby, so
 * that applied to the picture, at any resolution, its edges run along the picture's.
 * @param radius of the neighbourhood, pixels: how far a mask's edge may be off
 * @param smoothness colour variance (0–1 squared) that still counts as one surface
 */
export function fitToGuide(
  guide: Guide,
  mask: Plane,
  size: { width: number; height: number },
  radius: number,
  smoothness: number,
): ColourFit {
  const mean = (plane: Plane): Plane => boxMean(plane, size.width, size.height, radius)
  const means = guide.map(mean)
  const meanMask = mean(mask)
  const withMask = guide.map((plane) => mean(product(plane, mask)))
  const pairs = PAIRS.map(([a, b]) => mean(product(guide[a], guide[b])))
  const fit: Plane[] = [0, 1, 2, 3].map(() => new Float32Array(mask.length))
  for (let at = 0; at < mask.length; at++) {
    const m = means.map((plane) => plane[at]!)
    const covariance = PAIRS.map(
      ([a, b], n) => pairs[n]![at]! - m[a]! * m[b]! + (a === b ? smoothness : 0),
    )
    const target = withMask.map((plane, c) => plane[at]! - m[c]! * meanMask[at]!)
    const slope = solve(covariance, target)
    fit[0]![at] = slope[0]
    fit[1]![at] = slope[1]
    fit[2]![at] = slope[2]
    fit[3]![at] = meanMask[at]! - slope[0] * m[0]! - slope[1] * m[1]! - slope[2] * m[2]!
  }
  const [red, green, blue, offset] = fit.map(mean)
  return { red: red!, green: green!, blue: blue!, offset: offset! }
}

/** The entries of a symmetric 3 × 3 matrix, row by row. */
const PAIRS = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 1],
  [1, 2],
  [2, 2],
] as const

function product(a: Plane, b: Plane): Plane {
  return a.map((value, at) => value * b[at]!)
}

/** Solves a symmetric 3 × 3 system by cofactors; the added smoothness keeps it regular. */
function solve(matrix: number[], target: number[]): [number, number, number] {
  const [a, b, c, d, e, f] = matrix as [number, number, number, number, number, number]
  const [x, y, z] = target as [number, number, number]
  const p = d * f - e * e
  const q = c * e - b * f
  const r = b * e - c * d
  const s = a * f - c * c
  const t = b * c - a * e
  const u = a * d - b * b
  const scale = 1 / (a * p + b * q + c * r)
  return [
    (p * x + q * y + r * z) * scale,
    (q * x + s * y + t * z) * scale,
    (r * x + t * y + u * z) * scale,
  ]
}
