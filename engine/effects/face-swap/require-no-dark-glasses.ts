import { Fault } from '../../../catalog/fault.ts'
import { type FaceRegion, landmarkPath, readFaceRegion } from '../../face/face-region.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { EYE_OPENINGS } from './openings.ts'

/** Bound of the face's width in region pixels: lenses have no detail. */
const MAX_WIDTH = 210

/**
 * Rings of landmarks for the person's left and right, as the eyes of `EYE_OPENINGS`: the skin below the eye, which any
 * lens covers, and the cheek beside the mouth, which none does.
 */
const SIDES = [
  {
    below: [448, 449, 450, 451, 452, 357, 350, 349, 348, 347, 346],
    cheek: [411, 427, 436, 432, 434, 416, 433, 376],
  },
  {
    below: [228, 229, 230, 231, 232, 128, 121, 120, 119, 118, 117],
    cheek: [187, 207, 216, 212, 214, 192, 213, 147],
  },
] as const

/** Rings of landmarks on the forehead, and on the nose between the lenses: a hat's shadow falls on the nose too. */
const FOREHEAD = [109, 108, 151, 337, 338, 10] as const
const NOSE = [196, 419, 248, 281, 5, 51, 3] as const

/**
 * The quantile of L* that stands for the skin below an eye, and the one for the white in it: lashes are left out, and
 * so is a reflection.
 */
const QUANTILES = { below: 0.4, white: 0.9 } as const

/** Is added to each L*, so that ratios of very dark colours stay measures. */
const BASE = 4

/**
 * Both eyes are behind dark lenses where the skin below them is darker than these shares of the nose's and of the
 * cheek's or forehead's, whichever is lighter. The most sunken eyes measure 0.57 and 0.63, others 0.69 and more.
 */
const LENS = { ofNose: 0.57, ofFace: 0.62 } as const

/**
 * A lens that lets half of the light through darkens the skin below the eye to these shares, and the white alike. In a
 * deep socket the white is darker than that skin: 0.37 to 0.83 of it where the skin is nearly this dark.
 */
const TINTED = { ofNose: 0.63, ofFace: 0.6, white: 0.9 } as const

/**
 * Dark skin is hardly lighter than a lens. But on a face of less than this L* (with the base) the white of an eye is
 * lighter than the skin: 1.2 to 2.4 times. Behind a lens it is not, and the skin below is darker than the nose.
 */
const ON_DARK_SKIN = { upTo: 58, white: 1, ofNose: 0.8 } as const

/** Throws Fault `hidden-face` for a face in dark glasses, of any size: there are no eyes to be transferred. */
export function requireNoDarkGlasses(picture: Picture, face: Face, role: 'src' | 'ref'): void {
  const region = readFaceRegion(picture, face, MAX_WIDTH)
  const nose = lightWithin(region, NOSE)
  const forehead = lightWithin(region, FOREHEAD)
  const isBehindLens = SIDES.every(({ below, cheek }, nth) => {
    const skin = Math.max(forehead, lightWithin(region, cheek))
    const shade = lightWithin(region, below, QUANTILES.below)
    if (shade < LENS.ofNose * nose && shade < LENS.ofFace * skin) return true
    const white = lightWithin(region, EYE_OPENINGS[nth]!.rim, QUANTILES.white)
    const isTinted = shade < TINTED.ofNose * nose && shade < TINTED.ofFace * skin
    if (isTinted && white > TINTED.white * shade) return true
    const { upTo, ofNose } = ON_DARK_SKIN
    return skin < upTo && white < ON_DARK_SKIN.white * skin && shade < ofNose * nose
  })
  if (!isBehindLens) return
  const which = role === 'src' ? 'The face to be replaced' : 'The reference face'
  throw new Fault('hidden-face', `${which} wears dark glasses.`, { role })
}

/** A quantile of L* within a ring of landmarks, with the base added. */
function lightWithin(region: FaceRegion, ring: readonly number[], quantile = 0.5): number {
  const inside = new Float32Array(region.width * region.height)
  paintPolygon(inside, region, landmarkPath(region, ring))
  return BASE + medianWithin(region.lab.l, inside, quantile)
}
