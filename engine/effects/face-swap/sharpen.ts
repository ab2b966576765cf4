import type { FaceRegion } from '../../face/face-region.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import { weightedDifference } from '../../raster/weighted-difference.ts'
import { type CompareWeights, coarseEnergy, type FineAndCoarseLuma } from './match-sharpness.ts'

/** What an enlargement lacks is finer than this share of one of the smaller picture's pixels (a Gaussian's sigma). */
const LOST_SIGMA = 0.75

/** Below this sigma, in canvas pixels, nothing is lost that can be seen. */
const MIN_SIGMA = 0.6

/** By how many times the detail that is left may be raised, and how far it may be led past its edge, L*. */
const MAX_GAIN = { times: 1.6, past: 9 } as const

/** How much less of it is for skin, whose finest detail is the coding and noise of the smaller picture. */
const SKIN_REDUCTION = 0.6

/**
 * L* of a given face that was enlarged, its finest detail raised until it is as strong as the old one's, or as far as
 * leaves no rims around it.
 * @param within what is compared, and the given face's skin
 * @param enlarged by how many times
 */
export function sharpenUpscaled(
  given: FineAndCoarseLuma & { near: FaceRegion },
  old: FineAndCoarseLuma,
  within: CompareWeights & { region: Float32Array },
  enlarged: number,
): Float32Array {
  const { near } = given
  const sigma = (LOST_SIGMA * enlarged) / near.scale
  const light = near.lab.l
  if (enlarged <= 1 || sigma < MIN_SIGMA) return light
  const soft = blur(light, near, sigma)
  const own =
    weightedDifference(light, soft, within.near).meanSquare /
    Math.max(1e-6, coarseEnergy(given, within))
  const oldSoft = blur(old.near.lab.l, near, sigma)
  const wished =
    weightedDifference(old.near.lab.l, oldSoft, within.near).meanSquare /
    Math.max(1e-6, coarseEnergy(old, within))
  const times = Math.min(MAX_GAIN.times, Math.sqrt(wished / Math.max(1e-6, own)) - 1)
  if (times <= 0) return light
  const sharp = allocPlane(light.length)
  unsharpMask({ sharp, light, soft, region: within.region }, { times, past: MAX_GAIN.past })
  return sharp
}

const unsharpMask = formula(
  { planes: ['region', 'sharp', 'light', 'soft'], scalars: ['times', 'past'] },
  `
  by = times * (1 - ${SKIN_REDUCTION} * region)
  sharp = light + past * tanh(by * (light - soft) / past)
`,
)
