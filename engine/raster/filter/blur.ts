import type { Size } from '../../geometry/size.ts'
import { allocPlane, copyPlane, toArena, withArena, writeThroughArena } from '../arena.ts'
import { formula } from '../formula.ts'
import { LEAST_BLUR } from '../tuning.ts'
import { createPyramidBlur } from './pyramid-blur.ts'
import { MIN_WEIGHT } from './strided-view.ts'

/**
 * A plane blurred by a Gaussian, edges repeated. Wide blurs are made on an image pyramid, so the cost hardly depends on
 * sigma.
 * @param sigma pixels
 */
export function blur(data: Float32Array, size: Size, sigma: number): Float32Array {
  if (sigma < LEAST_BLUR) return copyPlane(data)
  const out = allocPlane(data.length)
  withArena(() => {
    const { blurDown, upsample } = createPyramidBlur(size, sigma)
    const small = blurDown(toArena(data))
    writeThroughArena(out, (plane) => upsample(small, plane))
  })
  return out
}

/**
 * A Gaussian blur in which each pixel counts by its weight, so that what lies outside a mask does not bleed in: the
 * normalised convolution of Knutsson and Westin (1993). Where no weight is near, all pixels count the same.
 * @param weight 0–1
 * @param sigma pixels
 */
export function blurWithin(
  data: Float32Array,
  weight: Float32Array,
  size: Size,
  sigma: number,
): Float32Array {
  return blurAllWithin([data], weight, size, sigma)[0]!
}

/** {@link blurWithin} of several planes with one weight, which is blurred only once. */
export function blurAllWithin(
  data: readonly Float32Array[],
  weight: Float32Array,
  size: Size,
  sigma: number,
): Float32Array[] {
  if (sigma < LEAST_BLUR) return data.map(copyPlane)
  const outs = data.map(({ length }) => allocPlane(length))
  withArena(() => {
    const { blurDown, upsample } = createPyramidBlur(size, sigma)
    const own = toArena(weight)
    const weights = blurDown(own)
    for (const [nth, values] of data.entries()) {
      const sums = blurDown(toArena(values), own)
      // The quotient is as smooth as sum and weight: on the smallest level it costs a fraction.
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
