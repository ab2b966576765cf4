import { smoothstep } from '../../../geometry/smoothstep.ts'
import { debugPlane } from '../../../raster/debug.ts'
import type { Mask } from '../../../raster/picture.ts'
import type { FittedGarment } from '../fitted-garment.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import { requireLittleMadeUp } from '../refuse/require-little-made-up.ts'
import {
  UNCOVERED_BEHIND,
  UNCOVERED_MORE,
  UNCOVERED_MOST,
  UNCOVERED_NECK,
  UNCOVERED_SEEN,
  UNCOVERED_SHOULDERS,
} from '../tuning.ts'
import {
  bareForearms,
  endsAtWall,
  isAbove,
  isBesideArm,
  isOnArm,
  isOnLeg,
  isOnWrist,
} from './beside-limbs.ts'
import { skinOf } from './fill-beside.ts'
import { likeWall } from './like-wall.ts'
import { farFromWorn, isInOpening, likeSkin, rowsOfOpening } from './neck-opening.ts'
import { partSkinFromWall } from './part-skin-from-wall.ts'
import { pocketsOf } from './pockets-in-skin.ts'
import { besideAnkles } from './unlike-cloth.ts'
import { besideSeams } from './whole-seams.ts'

/** What of the worn shows beside a garment, by pixel. */
export type Uncovered = {
  /** The share of each pixel that the garment covers, 0–1. */
  covered: Float32Array
  /** The share of what was worn that shows, 0–1. */
  left: Float32Array
  /** The share that becomes skin, 0–1, and 1 where what is behind the person is continued. */
  bare: Float32Array
  beside: Uint8Array
  /** Whether what is continued is no more than a rim. */
  isRim: boolean
}

/**
 * Finds what of the worn a garment leaves uncovered.
 * @param covered the share of each pixel that is covered, 0–1
 * @param most of background that may be made up, as a share of the square over the shoulders' width
 * @throws Fault `mismatch` where more than that, or than a rim of skin, would have to be made up
 */
export function findUncovered(
  wearer: Wearer,
  {
    instead,
    heights,
    neckline,
    byArmhole,
  }: Pick<FittedGarment, 'instead' | 'heights' | 'neckline' | 'byArmhole'>,
  covered: Float32Array,
  most: number = UNCOVERED_MOST.background,
): Uncovered {
  const { picture, body, torso } = wearer
  const old = instead.data
  const left = leftOf(old, covered)
  const { from: none, to: whole } = UNCOVERED_NECK.skin
  const clean = (at: number): number =>
    Math.min(1, Math.max(0, (skinOf(wearer, at) - none) / (whole - none)))
  // The hem of what was worn fades out on shoes, which stay.
  const isShoe = (at: number): boolean => wearer.regions.shoes.data[at]! > old[at]!
  debugPlane('uncovered', left, picture)
  const bare = new Float32Array(left.length)
  const beside = new Uint8Array(left.length)
  const [from, to] = neckline
    ? [pixelToTorso(torso, neckline[0]!).u, pixelToTorso(torso, neckline.at(-1)!).u]
    : [Infinity, -Infinity]
  const opening = rowsOfOpening(neckline ?? [])
  const isWall = likeWall(wearer)
  const bareArms = bareForearms(wearer)
  const [seams, beyond] = [new Uint8Array(left.length), new Uint8Array(left.length)]
  let [skin, background, continued] = [0, 0, 0]
  const room = UNCOVERED_NECK.beside * torso.shoulders
  const likeOwnSkin = likeSkin(wearer, instead)
  const isBeyondRim = neckline && farFromWorn(instead, UNCOVERED_NECK.rim * torso.shoulders)
  const isFarFromWorn = neckline && farFromWorn(instead, UNCOVERED_NECK.near * torso.shoulders)
  for (const at of seenOf(body.mask, covered, left, opening)) {
    const y = Math.floor(at / picture.width)
    const point = { x: at - y * picture.width, y }
    const { u, v } = pixelToTorso(torso, point)
    const isNeck = u > from - room && u < to + room
    const isCollar = left[at]! >= UNCOVERED_SEEN && v < UNCOVERED_NECK.collar * torso.shoulders
    // Beside skin everything else in the opening is collar, what the regions are not sure of as well. But not what has
    // the colours of skin, or lies away from all that is worn: the shade of a chin, and the ends of hair. The rim of a
    // collar is a mixture with skin.
    if (neckline && isNeck && (isCollar || isInOpening(point, neckline))) {
      const own = 1 - smoothstep(UNCOVERED_NECK.told.from, UNCOVERED_NECK.told.to, old[at]!)
      const rest =
        own === 0 || !isBeyondRim?.(at) ? 0 : own * (isFarFromWorn?.(at) ? 1 : likeOwnSkin(at))
      bare[at] = (1 - covered[at]!) * (1 - clean(at)) * (1 - rest) * (body.mask.data[at]! / 255)
      skin += bare[at]!
      continue
    }
    const isWithin =
      v > heights.from && (v < heights.to || (neckline && isOnArm(point, wearer, bareArms)))
    const isSeen = left[at]! >= UNCOVERED_SEEN && isWithin
    if (!isSeen || isShoe(at)) continue
    // The skin of a shoulder beside a strap or an armhole passes for what is worn there.
    if (byArmhole && byArmhole(point) > 0 && likeOwnSkin(at) > 0.5) continue
    // A gap between an arm and the body that was told as worn shows what is behind already.
    if (neckline && v > UNCOVERED_SHOULDERS.below * torso.shoulders && isWall(at)) {
      background += left[at]!
      continue
    }
    const isSeam = neckline && isBesideArm(wearer, at) && !endsAtWall(wearer, at, old)
    // Beyond an edge that was traced lies no skin, but for the end of a seam.
    if (isSeam && wearer.traced[at]) beyond[at] = 1
    if (isSeam && !wearer.traced[at]) {
      seams[at] = 1
      bare[at] = Math.min(1, UNCOVERED_MORE * left[at]!)
      background += left[at]!
    } else if (neckline && isOnWrist(point, wearer)) {
      // Below a cuff a longer one leaves skin, not the wall behind the arm.
      bare[at] = Math.min(1, UNCOVERED_MORE * left[at]!)
      background += left[at]!
    } else if (neckline && isOnLeg(point, wearer) && isAbove(wearer, ['body-skin'], at)) {
      bare[at] = Math.min(1, UNCOVERED_MORE * left[at]!)
      background += left[at]!
    } else if (!neckline && isAbove(wearer, ['shoes', 'other'], at)) {
      // What is left of a hem on a shoe looks like its shade, and no wall shows between both.
      background += left[at]!
    } else if (!neckline && isAbove(wearer, ['body-skin'], at)) {
      bare[at] = Math.min(1, UNCOVERED_MORE * left[at]!)
      skin += bare[at]!
    } else {
      beside[at] = 1
      background += left[at]!
      continued += left[at]!
    }
  }
  if (!neckline) {
    for (const at of besideAnkles(beside, wearer, instead, heights.to)) {
      beside[at] = 0
      background -= left[at]!
      continued -= left[at]!
    }
  }
  for (const at of pocketsOf(beside, bare, wearer)) {
    beside[at] = 0
    bare[at] = Math.min(1, UNCOVERED_MORE * left[at]!)
    background -= left[at]!
    continued -= left[at]!
    skin += bare[at]!
  }
  for (const at of besideSeams(beyond, seams, picture)) {
    if (beside[at] === 0) continue
    beside[at] = 0
    bare[at] = Math.min(1, UNCOVERED_MORE * left[at]!)
    continued -= left[at]!
  }
  const madeUp = { left, bare, beside, skin, background, continued }
  const isRim = requireLittleMadeUp(wearer, madeUp, instead, { isTop: !!neckline, most })
  const parted = { left, bare, beside }
  if (neckline) partSkinFromWall(parted, wearer, instead, covered)
  return { covered, ...parted, isRim }
}

/** How much of what was worn shows at each pixel, 0–1. */
function leftOf(old: Mask['data'], covered: Float32Array): Float32Array {
  const left = new Float32Array(covered.length)
  for (let at = 0; at < left.length; at++) {
    if (old[at] !== 0) left[at] = (1 - covered[at]!) * (old[at]! / 255)
  }
  return left
}

/** The pixels of a person that are not covered, and show what was worn or lie as high as the neck's opening. */
function seenOf(
  { width, data: person }: Mask,
  covered: Float32Array,
  left: Float32Array,
  opening: { top: number; bottom: number },
): number[] {
  const seen: number[] = []
  const addRow = (from: number, isBeside: boolean): void => {
    for (let at = from; at < from + width; at++) {
      if (person[at]! < UNCOVERED_BEHIND.person) continue
      if (isBeside && left[at]! < UNCOVERED_SEEN) continue
      if (covered[at]! <= UNCOVERED_NECK.covered) seen.push(at)
    }
  }
  for (let from = 0, y = 0; from < left.length; from += width, y++) {
    addRow(from, y <= opening.top || y >= opening.bottom)
  }
  return seen
}
