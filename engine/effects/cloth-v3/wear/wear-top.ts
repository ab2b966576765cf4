import { Fault } from '../../../../catalog/failures/fault.ts'
import type { Mask } from '../../../raster/picture.ts'
import { tellOfFit } from '../fit/compare-with-reference.ts'
import { fitTop, type WornTop } from '../fit/fit-top.ts'
import type { FittedGarment, GarmentPart } from '../fitted-garment.ts'
import type { TopShape } from '../garment.ts'
import { frameEnd } from '../measure/frame-end.ts'
import { isOneCloth, isOneClothAcross } from '../measure/lower-body.ts'
import { isNearLimb } from '../measure/near-limb.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import { requireArms } from '../refuse/require-arms.ts'
import { requireEvenPrint } from '../refuse/require-even-print.ts'
import { requireEvenSleeves } from '../refuse/require-even-sleeves.ts'
import { requireLikeLength } from '../refuse/require-like-length.ts'
import { requireFreeArms, requireLikePose } from '../refuse/require-like-pose.ts'
import { requireSeenEdge } from '../refuse/require-seen-edge.ts'
import { requireStraightSleeves } from '../refuse/require-straight-sleeves.ts'
import { requireWholeHair } from '../refuse/require-whole-hair.ts'
import {
  DRESS_HIPS,
  GARMENT_SHADOW,
  IN_MASK,
  LIMB_HALF,
  TOP_BARE,
  TOP_BELOW,
  TOP_SLEEVED,
} from '../tuning.ts'
import { armsBefore, besideArmholes } from './arms-before.ts'
import { matteArms } from './matte-arms.ts'

/**
 * A top or a dress on somebody. Hair, face and bare arms stay in front of it.
 * @throws Fault `pose` or `mismatch` for people and garments of which no good result can be made
 */
export function wearTop(wearer: Wearer, shape: TopShape, kind: 'top' | 'dress'): FittedGarment {
  requireArms(wearer)
  requireWholeHair(wearer)
  requireSeenEdge(wearer)
  if (shape.drape) {
    requireLikePose(wearer, shape.drape)
    requireFreeArms(wearer, shape.drape.ends)
  }
  const { regions, torso } = wearer
  const worn = fitTop(shape, wearer, kind)
  if (worn.ends && !shape.drape) requireStraightSleeves(wearer, worn.ends)
  requireEvenSleeves(worn.sleeves)
  requireEvenPrint(worn.printed, 'torso')
  if (kind === 'dress') requireHips(wearer)
  const hems = worn.hem.map((point) => pixelToTorso(torso, point).v)
  if (kind === 'top') requireLikeLength(hems, torso)
  // A dress is worn instead of all of another one, of which a top leaves the skirt.
  const goesOn =
    kind === 'top' && (isOneCloth(wearer) || isOneClothAcross(wearer, Math.max(...hems)))
  const instead = kind === 'top' ? regions['upper-garment'] : wholeOutfit(wearer)
  const head = (at: number): number =>
    Math.max(regions.hair.data[at]!, regions['face-skin'].data[at]!) / 255
  const before = matteArms(wearer, armsBefore(wearer, worn))
  const torsoPart: GarmentPart = {
    meshes: [worn.torso],
    shows: (at) => (1 - head(at)) * (1 - before.share[at]!),
    shadow: GARMENT_SHADOW.intensity,
  }
  const isSleeved = sleevedSkin(wearer, worn)
  const sleeves = worn.sleeves.map(
    (mesh): GarmentPart => ({
      meshes: [mesh],
      shows: (at) => 1 - head(at),
      shadow: GARMENT_SHADOW.intensity,
    }),
  )
  return {
    parts: [torsoPart, ...sleeves],
    scale: worn.scale,
    instead,
    // Bare limbs, which sleeves may cover, show the light that falls on them. Skin of the trunk does not: it lies in
    // the shade of what hangs over it.
    lit: shape.drape
      ? []
      : [regions['upper-garment'], regions['lower-garment'], bareLimbs(wearer, kind)],
    // Farther below the hem, what passes for a part of what was worn is another garment, and the rest of a dress stays.
    heights: {
      from: -Infinity,
      to: goesOn ? Math.min(...hems) : Math.max(...hems) + TOP_BELOW * torso.shoulders,
    },
    neckline: worn.neckline,
    told: [
      ...(worn.compared ? tellOfFit(worn.compared) : []),
      ...(kind === 'dress' ? tellOfEnd(wearer, worn) : []),
    ],
    byArmhole: besideArmholes(wearer, worn.armholes),
    isSleeved,
    before,
    check: (covered) => requireCoveredArms(wearer, isSleeved, covered),
  }
}

/** Skin of the arms, and for a dress of the legs. */
function bareLimbs({ regions, arms, legs, torso }: Wearer, kind: 'top' | 'dress'): Mask {
  const { data, ...size } = regions['body-skin']
  const limbs = kind === 'top' ? arms : [...arms, ...legs]
  const near = LIMB_HALF * torso.shoulders
  const bare = new Uint8Array(data.length)
  for (let at = 0; at < bare.length; at++) {
    if (data[at] === 0) continue
    const point = { x: at % size.width, y: Math.floor(at / size.width) }
    if (limbs.some((limb) => isNearLimb(limb, point, near))) bare[at] = data[at]!
  }
  return { ...size, data: bare }
}

/** Whether a pixel shows skin of an arm that a sleeve has to cover. */
function sleevedSkin(
  { arms, regions, torso, picture }: Wearer,
  { bareArms, sleeves }: WornTop,
): (at: number) => boolean {
  const near = LIMB_HALF * torso.shoulders
  return (at) => {
    if (sleeves.length === 0 || regions['body-skin'].data[at]! < IN_MASK) return false
    const point = { x: at % picture.width, y: Math.floor(at / picture.width) }
    if (pixelToTorso(torso, point).v < TOP_SLEEVED * torso.shoulders) return false
    return (
      !bareArms.some((arm) => isNearLimb(arm, point, near)) &&
      arms.some((arm) => isNearLimb(arm, point, near))
    )
  }
}

/** @throws Fault `pose` where the skin of an arm shows beside the sleeve that should cover it */
function requireCoveredArms(
  { torso }: Wearer,
  isSleeved: (at: number) => boolean,
  covered: Float32Array,
): void {
  let bare = 0
  for (let at = 0; at < covered.length; at++) if (covered[at]! <= 0.5 && isSleeved(at)) bare++
  if (bare < TOP_BARE * torso.shoulders ** 2) return
  throw new Fault(
    'pose',
    'Skin of the arms would show beside the sleeves. A garment with wider sleeves can be worn, and others by ' +
      'somebody whose arms stand off the body and show their whole outline.',
  )
}

/** @throws Fault `pose` where the picture ends above the hips: how a dress falls from there cannot be seen */
function requireHips(wearer: Wearer): void {
  if (frameEnd(wearer) > DRESS_HIPS * wearer.torso.length) return
  throw new Fault(
    'pose',
    'The picture ends above the hips. Somebody who is shown down to the hips at least can be dressed in it, and ' +
      'otherwise in a top.',
  )
}

/** What is told of a dress that the picture's edge cuts off. */
const CUT_OFF = 'The picture ends above the hem of the dress: its lower part is not seen.'

function tellOfEnd({ picture }: Wearer, { hem }: WornTop): string[] {
  return hem.some(({ y }) => y >= picture.height) ? [CUT_OFF] : []
}

/** All that a dress is worn instead of. */
function wholeOutfit({ regions }: Wearer): Mask {
  const { data, ...size } = regions['upper-garment']
  const lower = regions['lower-garment'].data
  // Where two garments meet, each has a part of a pixel.
  const both = new Uint8Array(data.length)
  for (let at = 0; at < both.length; at++) both[at] = Math.min(255, data[at]! + lower[at]!)
  return { ...size, data: both }
}
