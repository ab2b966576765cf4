import type { Size } from '../../geometry/size.ts'
import { allocPlane, allocZeroPlane, withArena } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { SIMPLIFY_PLAIN, SIMPLIFY_SECTORS, SIMPLIFY_SIGMA, SIMPLIFY_SOME } from './tuning.ts'

/** Three planes of one size. */
export type Colours = { y: Float32Array; u: Float32Array; v: Float32Array }

/**
 * Areas of even colour with sharp borders, as a brush leaves them: each pixel becomes a mean of the means around places
 * at a distance of `radius` from it, of which those with the least variance count most (the filter of Kuwahara, with
 * soft sectors after Papari et al. 2007).
 */
export function simplify({ y, u, v }: Colours, size: Size, radius: number): Colours {
  const out = { y: allocPlane(y.length), u: allocPlane(y.length), v: allocPlane(y.length) }
  withArena(() => {
    const margin = Math.ceil(radius)
    const padded = { width: size.width + 2 * margin, height: size.height + 2 * margin }
    const length = padded.width * padded.height
    const [py, pu, pv] = [y, u, v].map((plane) => pad(plane, size, margin)) as Triple
    const squares = allocPlane(length)
    square({ y: py, u: pu, v: pv, squares })
    const sigma = radius * SIMPLIFY_SIGMA
    const [by, bu, bv, variance] = [py, pu, pv, squares].map((plane) =>
      blur(plane, padded, sigma),
    ) as [...Triple, Float32Array]
    vary({ y: by, u: bu, v: bv, variance })
    const [sumY, sumU, sumV, sum] = [0, 0, 0, 0].map(() => allocZeroPlane(length)) as [
      ...Triple,
      Float32Array,
    ]
    const inside = (plane: Float32Array, by = 0): Float32Array => {
      const start = margin * padded.width + margin
      return plane.subarray(start + by, length - start + by)
    }
    const to = { sumY: inside(sumY), sumU: inside(sumU), sumV: inside(sumV), sum: inside(sum) }
    for (let nth = 0; nth < SIMPLIFY_SECTORS; nth++) {
      const angle = (2 * Math.PI * nth) / SIMPLIFY_SECTORS
      const by2 =
        Math.round(radius * Math.sin(angle)) * padded.width + Math.round(radius * Math.cos(angle))
      const from = { y: inside(by, by2), u: inside(bu, by2), v: inside(bv, by2) }
      add({ ...to, ...from, variance: inside(variance, by2) })
    }
    for (const [part, sums] of [
      [out.y, sumY],
      [out.u, sumU],
      [out.v, sumV],
    ] as const) {
      crop(sums, sum, padded.width, margin, size, part)
    }
  })
  return out
}

type Triple = [Float32Array, Float32Array, Float32Array]

const square = formula(
  { planes: ['y', 'u', 'v', 'squares'] },
  'squares = y * y + 2 * (u * u + v * v)',
)

const vary = formula(
  { planes: ['y', 'u', 'v', 'variance'] },
  'variance = max(0, variance - y * y - 2 * (u * u + v * v))',
)

const add = formula(
  { planes: ['y', 'u', 'v', 'variance', 'sumY', 'sumU', 'sumV', 'sum'] },
  `
  even = ${SIMPLIFY_PLAIN} / (variance + ${SIMPLIFY_PLAIN})
  weight = square(square(even)) + ${SIMPLIFY_SOME}
  sumY = sumY + weight * y
  sumU = sumU + weight * u
  sumV = sumV + weight * v
  sum = sum + weight
`,
)

/** A copy with so many pixels of its edges repeated around it. */
function pad(from: Float32Array, { width, height }: Size, margin: number): Float32Array {
  const wide = width + 2 * margin
  const to = allocPlane(wide * (height + 2 * margin))
  for (let row = -margin; row < height + margin; row++) {
    const start = Math.min(height - 1, Math.max(0, row)) * width
    const at = (row + margin) * wide
    to.set(from.subarray(start, start + width), at + margin)
    to.fill(from[start]!, at, at + margin)
    to.fill(from[start + width - 1]!, at + margin + width, at + wide)
  }
  return to
}

function crop(
  sums: Float32Array,
  sum: Float32Array,
  stride: number,
  margin: number,
  { width, height }: Size,
  to: Float32Array,
): void {
  for (let row = 0, at = 0; row < height; row++) {
    const from = (row + margin) * stride + margin
    for (let column = 0; column < width; column++, at++) {
      to[at] = sums[from + column]! / sum[from + column]!
    }
  }
}
