import { Fault } from '../../../catalog/failures/fault.ts'
import { readFaceRegion } from '../../face/face-region.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { lightWithin } from './light-within.ts'
import { EYE_OPENINGS } from './openings.ts'
import {
  MAX_WIDTH,
  NO_DARK_GLASSES_BASE,
  NO_DARK_GLASSES_LENS,
  NO_DARK_GLASSES_QUANTILES,
  NO_DARK_GLASSES_TINTED,
  ON_DARK_SKIN,
} from './tuning.ts'

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

/** Throws Fault `hidden-face` for a face in dark glasses, of any size: there are no eyes to be transferred. */
export function requireNoDarkGlasses(picture: Picture, face: Face, role: 'src' | 'ref'): void {
  const region = readFaceRegion(picture, face, MAX_WIDTH)
  const light = (ring: readonly number[], quantile?: number): number =>
    NO_DARK_GLASSES_BASE + lightWithin(region, [ring], quantile)
  const nose = light(NOSE)
  const forehead = light(FOREHEAD)
  const sides = SIDES.map(({ below, cheek }) => ({
    cheek: light(cheek),
    shade: light(below, NO_DARK_GLASSES_QUANTILES.below),
  }))
  const ofCheeks = Math.sqrt(sides.reduce((ratio, { shade, cheek }) => ratio * (shade / cheek), 1))
  const isBehindLens = sides.every(({ shade, cheek }, nth) => {
    const skin = Math.max(forehead, cheek)
    if (shade < NO_DARK_GLASSES_LENS.ofNose * nose && shade < NO_DARK_GLASSES_LENS.ofFace * skin)
      return true
    const white = light(EYE_OPENINGS[nth]!.rim, NO_DARK_GLASSES_QUANTILES.white)
    const isTinted =
      shade < NO_DARK_GLASSES_TINTED.ofNose * nose && shade < NO_DARK_GLASSES_TINTED.ofFace * skin
    if (isTinted && white > NO_DARK_GLASSES_TINTED.white * shade) return true
    const { upTo, ofNose } = ON_DARK_SKIN
    if (ofCheeks > ON_DARK_SKIN.ofCheeks) return false
    return skin < upTo && white < ON_DARK_SKIN.white * skin && shade < ofNose * nose
  })
  if (!isBehindLens) return
  const which = role === 'src' ? 'The face to be replaced' : 'The reference face'
  throw new Fault('hidden-face', `${which} wears dark glasses.`, { role })
}
