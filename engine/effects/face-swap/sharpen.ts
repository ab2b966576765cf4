import { formula } from '../../raster/formula.ts'
import { takePlane } from '../../raster/plane-room.ts'
import { blur } from '../skin/blur.ts'
import type { Canvas } from '../skin/canvas.ts'
import { spreadWithin } from '../skin/spread-within.ts'
import { coarseEnergy, type Shown, type Within } from './match-sharpness.ts'

/** What an enlargement lacks is finer than this share of one of the smaller picture's pixels (a Gaussian's sigma). */
const LOST = 0.75

/** Below this sigma, in canvas pixels, nothing is lost that can be seen. */
const LEAST = 0.6

/** By how many times the detail that is left may be raised, and how far it may be led past its edge, L*. */
const MOST = { times: 1.6, past: 9 } as const

/** How much less of it is for skin, whose finest detail is the coding and noise of the smaller picture. */
const SKIN = 0.6

/**
 * L* of a given face that was enlarged, its finest detail raised until it is as strong as the old one's, or as far as
 * leaves no rims around it.
 * @param within what is compared, and the given face's skin
 * @param enlarged by how many times
 */
export function sharpened(
  given: Shown & { near: Canvas },
  old: Shown,
  within: Within & { region: Float32Array },
  enlarged: number,
): Float32Array {
  const { near } = given
  const sigma = (LOST * enlarged) / near.factor
  const light = near.tone.l
  if (enlarged <= 1 || sigma < LEAST) return light
  const soft = blur(light, near, sigma)
  const own =
    spreadWithin(light, soft, within.near).meanSquare / Math.max(1e-6, coarseEnergy(given, within))
  const oldSoft = blur(old.near.tone.l, near, sigma)
  const wished =
    spreadWithin(old.near.tone.l, oldSoft, within.near).meanSquare /
    Math.max(1e-6, coarseEnergy(old, within))
  const times = Math.min(MOST.times, Math.sqrt(wished / Math.max(1e-6, own)) - 1)
  if (times <= 0) return light
  const sharp = takePlane(light.length)
  raise({ sharp, light, soft, region: within.region }, { times, past: MOST.past })
  return sharp
}

const raise = formula(`
  by = times * (1 - ${SKIN} * region)
  sharp = light + past * tanh(by * (light - soft) / past)
`)
