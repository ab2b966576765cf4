import type { LumaRegion } from '../../face/eye-edge-width.ts'
import type { Size } from '../../geometry/size.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { weightedDifference } from '../../raster/filter/weighted-difference.ts'
import { formula } from '../../raster/formula.ts'
import {
  FINE_SIGMAS,
  LOST_SIGMA,
  MAX_ENERGY_RATIO,
  MAX_GAIN,
  MAX_SIGMA,
  MIN_SIGMA,
  SHARPNESS_BISECTIONS,
  SHARPNESS_COARSE_SIGMA,
  SKIN_REDUCTION,
} from './tuning.ts'

/** The lightness of a face at the fine and at the coarse size of a swap region. */
export type FineAndCoarseLuma = { fine: LumaRegion; coarse: LumaRegion }

/** By how much each pixel counts in a comparison, 0–1, at both sizes. */
export type CompareWeights = { fine: Float32Array; coarse: Float32Array }

/**
 * The sigma, in fine region pixels, of the Gaussian after which the donor is no sharper than the target; 0 where that
 * is so without. Sharpness is the energy of fine detail beside that of coarse detail.
 */
export function matchingBlurSigma(
  donor: FineAndCoarseLuma,
  target: FineAndCoarseLuma,
  weights: CompareWeights,
): number {
  const donorEnergy = coarseEnergy(donor, weights)
  const targetEnergy = Math.max(1e-6, coarseEnergy(target, weights))
  const bounds = fineEnergies(target.fine.lab.l, target.fine, weights).map(
    (energy) => (MAX_ENERGY_RATIO * energy * donorEnergy) / targetEnergy,
  )
  const { fine } = donor
  const isSoft = (sigma: number): boolean => {
    let finer = sigma > 0 ? blur(fine.lab.l, fine, sigma) : fine.lab.l
    const light = finer
    return FINE_SIGMAS.every((octave, nth) => {
      const softer = blur(light, fine, octave)
      const energy = weightedDifference(finer, softer, weights.fine).meanSquare
      finer = softer
      return energy <= bounds[nth]!
    })
  }
  if (isSoft(0)) return 0
  let [low, high] = [0, Math.max(0.5, MAX_SIGMA * fine.faceWidth)]
  for (let step = 0; step < SHARPNESS_BISECTIONS; step++) {
    const middle = (low + high) / 2
    if (isSoft(middle)) high = middle
    else low = middle
  }
  return high
}

function fineEnergies(
  light: Float32Array,
  size: Size,
  weights: Pick<CompareWeights, 'fine'>,
): number[] {
  let finer = light
  return FINE_SIGMAS.map((sigma) => {
    const softer = blur(light, size, sigma)
    const energy = weightedDifference(finer, softer, weights.fine).meanSquare
    finer = softer
    return energy
  })
}

/** The energy (mean square, L*²) of the octave of detail that is coarser than what a blur may have removed. */
function coarseEnergy({ fine, coarse }: FineAndCoarseLuma, weights: CompareWeights): number {
  const sigma = Math.max(
    (2 * FINE_SIGMAS[1] * coarse.faceWidth) / fine.faceWidth,
    SHARPNESS_COARSE_SIGMA * coarse.faceWidth,
  )
  const light = coarse.lab.l
  const [finer, softer] = [blur(light, coarse, sigma), blur(light, coarse, 2 * sigma)]
  return weightedDifference(finer, softer, weights.coarse).meanSquare
}

/**
 * The lightness of a donor that was upscaled, sharpened by an unsharp mask until its finest detail is as strong as the
 * target's. The overshoot is limited, so that no halos arise.
 * @param weights what is compared, and the donor's skin (0–1) at the fine size
 * @param upscaled by how many times
 */
export function sharpenUpscaled(
  donor: FineAndCoarseLuma,
  target: FineAndCoarseLuma,
  weights: CompareWeights & { donorSkin: Float32Array },
  upscaled: number,
): Float32Array {
  const { fine } = donor
  const sigma = (LOST_SIGMA * upscaled) / fine.scale
  const light = fine.lab.l
  if (upscaled <= 1 || sigma < MIN_SIGMA) return light
  const soft = blur(light, fine, sigma)
  const energy = relativeEnergy(light, soft, donor, weights)
  const targetLight = target.fine.lab.l
  const wanted = relativeEnergy(targetLight, blur(targetLight, fine, sigma), target, weights)
  const times = Math.min(MAX_GAIN.times, Math.sqrt(wanted / Math.max(1e-6, energy)) - 1)
  if (times <= 0) return light
  const sharp = allocPlane(light.length)
  const { donorSkin } = weights
  unsharpMask({ sharp, light, soft, donorSkin }, { times, past: MAX_GAIN.past })
  return sharp
}

/** The energy of what a blur takes away, beside that of coarse detail. */
function relativeEnergy(
  light: Float32Array,
  soft: Float32Array,
  face: FineAndCoarseLuma,
  weights: CompareWeights,
): number {
  const { meanSquare } = weightedDifference(light, soft, weights.fine)
  return meanSquare / Math.max(1e-6, coarseEnergy(face, weights))
}

const unsharpMask = formula(
  { planes: ['donorSkin', 'sharp', 'light', 'soft'], scalars: ['times', 'past'] },
  `
  by = times * (1 - ${SKIN_REDUCTION} * donorSkin)
  sharp = light + past * tanh(by * (light - soft) / past)
`,
)
