import { blur } from '../../raster/blur.ts'
import type { Size } from '../../raster/picture.ts'
import { weightedDifference } from '../../raster/weighted-difference.ts'
import type { LumaRegion } from './require-sharp.ts'

/** By how much more energy in its fine detail a face may have than the one it replaces. */
const MAX_ENERGY_RATIO = 1.4

/** The finest detail that is compared, pixels, and the coarse detail it is set against, in widths of the face. */
const FINE_SIGMAS = [1, 2] as const
const COARSE_SIGMA = 0.03

/** The strongest softening, in widths of the face, and how finely it is searched. */
const MAX_SIGMA = 0.03
const BISECTIONS = 4

/** A face of which L* is known, as fine as it is worked on and as coarse. */
export type FineAndCoarseLuma = { near: LumaRegion; whole: LumaRegion }

/** How much of each place is compared. */
export type CompareWeights = { near: Float32Array; whole: Float32Array }

/**
 * By how many pixels of the near canvas (a Gaussian's sigma) the given face must be softened to be no sharper than the
 * old one; 0 where it is not. A face is as sharp as its fine detail is strong beside its coarse detail.
 */
export function matchingBlurSigma(
  given: FineAndCoarseLuma,
  old: FineAndCoarseLuma,
  within: CompareWeights,
): number {
  const own = coarseEnergy(given, within)
  const wished = Math.max(1e-6, coarseEnergy(old, within))
  const wish = fineEnergies(old.near.lab.l, old.near, within).map(
    (energy) => (MAX_ENERGY_RATIO * energy * own) / wished,
  )
  const { near } = given
  const isSoft = (sigma: number): boolean => {
    let finer = sigma > 0 ? blur(near.lab.l, near, sigma) : near.lab.l
    const light = finer
    return FINE_SIGMAS.every((fine, nth) => {
      const softer = blur(light, near, fine)
      const energy = weightedDifference(finer, softer, within.near).meanSquare
      finer = softer
      return energy <= wish[nth]!
    })
  }
  if (isSoft(0)) return 0
  let [low, high] = [0, Math.max(0.5, MAX_SIGMA * near.faceWidth)]
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2
    if (isSoft(middle)) high = middle
    else low = middle
  }
  return high
}

function fineEnergies(light: Float32Array, size: Size, within: CompareWeights): number[] {
  let finer = light
  return FINE_SIGMAS.map((sigma) => {
    const softer = blur(light, size, sigma)
    const energy = weightedDifference(finer, softer, within.near).meanSquare
    finer = softer
    return energy
  })
}

export function coarseEnergy({ near, whole }: FineAndCoarseLuma, within: CompareWeights): number {
  const sigma = Math.max(
    (2 * FINE_SIGMAS[1] * whole.faceWidth) / near.faceWidth,
    COARSE_SIGMA * whole.faceWidth,
  )
  const light = whole.lab.l
  const [fine, coarse] = [blur(light, whole, sigma), blur(light, whole, 2 * sigma)]
  return weightedDifference(fine, coarse, within.whole).meanSquare
}
