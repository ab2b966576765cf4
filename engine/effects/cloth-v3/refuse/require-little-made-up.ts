import { Fault } from '../../../../catalog/failures/fault.ts'
import { srgbToLab } from '../../../raster/colour/lab.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { clothColourDistance } from '../measure/cloth-colour-distance.ts'
import { meanLabColour } from '../measure/mean-lab-colour.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import {
  BESIDE_NECK_CLOTH,
  UNCOVERED_BESIDE_NECK,
  UNCOVERED_MOST,
  UNCOVERED_SHOULDERS,
} from '../tuning.ts'

/** What would be made up where a garment leaves what is worn uncovered. */
export type MadeUp = {
  /** The share of what was worn that shows, and that becomes skin, 0–1, and where what is behind is continued. */
  left: Float32Array
  bare: Float32Array
  beside: Uint8Array
  /** How much becomes skin or background, and how much of the background is continued, in pixels. */
  skin: number
  background: number
  continued: number
}

/**
 * Refuses a garment that leaves more uncovered than can be made up.
 * @param instead what was worn
 * @param isTop whether it has a neck
 * @param most of background that may be made up, as a share of the square over the shoulders' width
 * @returns whether what is made up is no more than a rim
 * @throws Fault `pose` where hair beside the neck cannot be told from what is worn, `mismatch` where too much shows
 */
export function requireLittleMadeUp(
  wearer: Wearer,
  { left, bare, beside, skin, background, continued }: MadeUp,
  instead: Mask,
  { isTop, most }: { isTop: boolean; most: number },
): boolean {
  const square = wearer.torso.shoulders ** 2
  const besideNeck = isTop ? skinBesideNeck(wearer, bare, instead) : 0
  // Of a collar all round the neck the ends lie where hair may be.
  if (isTop && skin - besideNeck > UNCOVERED_MOST.skin * square) throw highCollar()
  if (besideNeck > UNCOVERED_BESIDE_NECK.most * square) {
    throw new Fault(
      'pose',
      'Hair falls beside the neck, and cannot be told from what is worn. Somebody whose hair lies behind the ' +
        'shoulders or differs in colour from what they wear can be dressed.',
    )
  }
  if (isTop && wallAtShoulders(wearer, beside, left) > UNCOVERED_MOST.shoulders * square) {
    throw new Fault(
      'mismatch',
      'What is worn at the neck and on the shoulders stands beyond the reference: only a generator can invent the ' +
        'shoulders below it. A garment with a higher neck or with sleeves can be worn.',
    )
  }
  if (isTop && skin > UNCOVERED_MOST.skin * square) throw highCollar()
  const all = (background + (isTop ? 0 : skin)) / square
  // Only what is continued can be made up by others.
  const own = all - continued / square
  if (all > most || own > UNCOVERED_MOST.background) {
    throw new Fault(
      'mismatch',
      'The reference leaves much of what is worn uncovered. A garment that is as long and as wide can be worn.',
    )
  }
  return all <= UNCOVERED_MOST.background
}

/**
 * How much above the shoulders and beside the neck would become skin, in pixels: hair is there, unless it has the very
 * colour of what is worn.
 */
function skinBesideNeck(
  { picture, torso, regions }: Wearer,
  bare: Float32Array,
  instead: Mask,
): number {
  const { aside, above } = UNCOVERED_BESIDE_NECK
  const isCloth = ofCloth(picture, instead, regions.hair)
  let sum = 0
  for (let at = 0; at < bare.length; at++) {
    if (bare[at] === 0) continue
    const place = { x: at % picture.width, y: Math.floor(at / picture.width) }
    const { u, v } = pixelToTorso(torso, place)
    if (Math.abs(u) > aside * torso.shoulders && v < -above * torso.shoulders && !isCloth(at))
      sum += bare[at]!
  }
  return sum
}

/** Whether a pixel has the colour of what is worn, and is much farther from that of hair. */
function ofCloth({ data }: Picture, instead: Mask, hair: Mask): (at: number) => boolean {
  const [cloth, strands] = [instead, hair].map((mask) => meanLabColour({ ...mask, data }, mask))
  if (!cloth || !strands || clothColourDistance(cloth, strands) < BESIDE_NECK_CLOTH.apart)
    return () => false
  return (at) => {
    const colour = srgbToLab(data[4 * at]!, data[4 * at + 1]!, data[4 * at + 2]!)
    const off = clothColourDistance(colour, cloth)
    return (
      off < BESIDE_NECK_CLOTH.most &&
      off < BESIDE_NECK_CLOTH.nearer * clothColourDistance(colour, strands)
    )
  }
}

/** How much on the shoulders would become wall, in pixels: their slope is cut away with it, from neck to strap. */
function wallAtShoulders(
  { picture, torso }: Wearer,
  beside: Uint8Array,
  left: Float32Array,
): number {
  const { across, below } = UNCOVERED_SHOULDERS
  let sum = 0
  for (let at = 0; at < beside.length; at++) {
    if (beside[at] === 0) continue
    const place = { x: at % picture.width, y: Math.floor(at / picture.width) }
    const { u, v } = pixelToTorso(torso, place)
    if (Math.abs(u) < across * torso.shoulders && v < below * torso.shoulders) sum += left[at]!
  }
  return sum
}

function highCollar(): Fault {
  return new Fault(
    'mismatch',
    'The collar that is worn stands above the neck of the reference: only a generator can invent the skin below ' +
      'it. A garment with a higher neck can be worn.',
  )
}
