import { allocPlane, copyPlane, toArena, withArena, writeThroughArena } from './arena.ts'
import { formula } from './formula.ts'
import { createPyramidBlur, MIN_WEIGHT, type Size } from './pyramid-blur.ts'

export type { Size } from './pyramid-blur.ts'

/** Below this sigma, in pixels, a Gaussian does nothing that can be seen. */
const MIN_SIGMA = 0.2

/** A Gaussian of this sigma (pixels), edges repeated. Its cost hardly depends on sigma. */
export function blur(data: Float32Array, size: Size, sigma: number): Float32Array {
  if (sigma < MIN_SIGMA) return copyPlane(data)
  const out = allocPlane(data.length)
  withArena(() => {
    const { blurDown, upsample } = createPyramidBlur(size, sigma)
    const small = blurDown(toArena(data))
    writeThroughArena(out, (plane) => upsample(small, plane))
  })
  return out
}

/**
 * A Gaussian that only sees where `weight`, 0–1, is: what lies outside does not bleed in. Where nothing near has
 * weight, all has the same.
 */
export function blurWithin(
  data: Float32Array,
  weight: Float32Array,
  size: Size,
  sigma: number,
): Float32Array {
  return blurAllWithin([data], weight, size, sigma)[0]!
}

/** {@link blurWithin} of several planes with one weight. */
export function blurAllWithin(
  data: readonly Float32Array[],
  weight: Float32Array,
  size: Size,
  sigma: number,
): Float32Array[] {
  if (sigma < MIN_SIGMA) return data.map(copyPlane)
  const outs = data.map(({ length }) => allocPlane(length))
  withArena(() => {
    const { blurDown, upsample } = createPyramidBlur(size, sigma)
    const own = toArena(weight)
    const weights = blurDown(own)
    for (const [nth, values] of data.entries()) {
      const sums = blurDown(toArena(values), own)
      // Shares are as smooth as their sums: taken on the smallest copy they cost a fraction.
      normalise({ sums: sums.data, weights: weights.data }, { faint: MIN_WEIGHT })
      writeThroughArena(outs[nth]!, (plane) => upsample(sums, plane))
    }
  })
  return outs
}

const normalise = formula(
  { planes: ['sums', 'weights'], scalars: ['faint'] },
  'sums = sums / (weights + faint)',
)
