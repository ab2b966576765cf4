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
  const matrix = new Float64Array(6)
  const target = new Float64Array(3)
  const slope = new Float64Array(3)
  for (let at = 0; at < mask.length; at++) {
    for (let n = 0; n < 6; n++) {
      const [a, b] = PAIRS[n]!
      const own = a === b ? smoothness : 0
      matrix[n] = pairs[n]![at]! - means[a]![at]! * means[b]![at]! + own
    }
    let rest = meanMask[at]!
    for (let c = 0; c < 3; c++) target[c] = withMask[c]![at]! - means[c]![at]! * rest
    solve(matrix, target, slope)
    for (let c = 0; c < 3; c++) {
      fit[c]![at] = slope[c]!
      rest -= slope[c]! * means[c]![at]!
    }
    fit[3]![at] = rest
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
  const out = new Float32Array(a.length)
  for (let at = 0; at < out.length; at++) out[at] = a[at]! * b[at]!
  return out
}

/** Solves a symmetric 3 × 3 system by cofactors; the added smoothness keeps it regular. */
function solve(matrix: Float64Array, target: Float64Array, into: Float64Array): void {
  const [a, b, c, d, e, f] = matrix as unknown as [number, number, number, number, number, number]
  const [x, y, z] = target as unknown as [number, number, number]
  const p = d * f - e * e
  const q = c * e - b * f
  const r = b * e - c * d
  const t = b * c - a * e
  const scale = 1 / (a * p + b * q + c * r)
  into[0] = (p * x + q * y + r * z) * scale
  into[1] = (q * x + (a * f - c * c) * y + t * z) * scale
  into[2] = (r * x + t * y + (a * d - b * b) * z) * scale
}
