import type { ByRegion } from '../region-names.ts'
import {
  AGAINST_CLOTH,
  BEYOND_MIDRIFF,
  PERSON_SHARE,
  SKIN_COSTS_ALIKE,
  SKIN_COSTS_BARE,
  SKIN_COSTS_BEYOND,
  SKIN_COSTS_CHEST,
  SKIN_COSTS_HEM,
  SKIN_COSTS_LIKE_SKIN,
  SKIN_COSTS_MIDRIFF,
  SKIN_COSTS_TRUNK,
  SKIN_COSTS_UNLIKE_SKIN,
  SKIN_COSTS_WAIST,
  SKIN_COSTS_WIDTH,
} from '../tuning.ts'
import type { BodyCoordinates } from './body-coordinates.ts'
import { type BareLimb, type BareLimbs, findBareLimbs } from './find-bare-limbs.ts'
import { findBareMidriff, type Midriff } from './find-bare-midriff.ts'
import type { PersonGrid } from './person-grid.ts'
import { type SkinDistance, skinDistance } from './skin-distance.ts'

/**
 * Adds to what speaks against the skin of the body where a colour is not that of the face, and against cloth where it
 * is: learnt from limbs alone, the colours of a sleeve would pass for skin, and those of a shaded leg for cloth. On
 * limbs that are bare, and on a bare midriff, skin has more room; a midriff parts the garments above and below it.
 */
export function addSkinCosts(
  grid: PersonGrid,
  places: BodyCoordinates,
  costs: ByRegion<Float32Array>,
  seeds: number[],
): void {
  const { 'body-skin': skin, 'upper-garment': upper, 'lower-garment': lower, shoes, hair } = costs
  const fromSkin = skinDistance(grid.lab, seeds)
  const limbs = findBareLimbs(grid, places, fromSkin)
  const midriff = findBareMidriff(grid, places, fromSkin)
  const trunk = wearsSkinColour(grid, places, fromSkin) ? 0 : AGAINST_CLOTH.trunk
  for (let i = 0; i < skin.length; i++) {
    if (grid.person[i]! < PERSON_SHARE.any) continue
    const far = fromSkin(i)
    if (midriff) partAtMidriff(i, places, midriff, costs)
    const unlike = bareAt(i, places, limbs, midriff)
    if (unlike === undefined) {
      const near = Math.max(0, 1 - far / SKIN_COSTS_LIKE_SKIN)
      skin[i] = skin[i]! + beyond(far, SKIN_COSTS_UNLIKE_SKIN)
      upper[i] = upper[i]! + trunk * near
      lower[i] = lower[i]! + AGAINST_CLOTH.legs * near
      continue
    }
    const like = Math.max(0, 1 - far / unlike)
    const cloth = AGAINST_CLOTH.bare * Math.sqrt(like)
    skin[i] =
      Math.min(skin[i]!, SKIN_COSTS_BARE.most - SKIN_COSTS_BARE.like * like) + beyond(far, unlike)
    upper[i] = upper[i]! + cloth
    lower[i] = lower[i]! + cloth + belowHem(i, places, limbs)
    hair[i] = hair[i]! + cloth
    const isShoe = places.fromFoot[i]! < SKIN_COSTS_WIDTH.foot && !limbs.feet[places.legSide[i]!]
    if (!isShoe) shoes[i] = shoes[i]! + cloth
  }
}

/** What speaks against skin that is farther from the face's colour than skin is. */
function beyond(far: number, unlike: number): number {
  return SKIN_COSTS_BEYOND.each * Math.min(SKIN_COSTS_BEYOND.most, Math.max(0, far - unlike))
}

/** Up to which distance from the face's colour a pixel is skin where it is on something bare. */
function bareAt(
  i: number,
  places: BodyCoordinates,
  { arms, legs, feet }: BareLimbs,
  midriff: Midriff | undefined,
): number | undefined {
  const { fromArm, alongArm, armSide, fromLeg, alongLeg, legSide, down, acrossTrunk } = places
  const isOn = (limb: BareLimb, along: number): boolean => along >= limb.from
  const [arm, leg] = [arms[armSide[i]!]!, legs[legSide[i]!]!]
  if (fromArm[i]! < SKIN_COSTS_WIDTH.arm && isOn(arm, alongArm[i]!)) return arm.unlike
  if (fromLeg[i]! < SKIN_COSTS_WIDTH.leg && isOn(leg, alongLeg[i]!)) return leg.unlike
  if (places.fromFoot[i]! < SKIN_COSTS_WIDTH.foot && feet[legSide[i]!])
    return SKIN_COSTS_UNLIKE_SKIN
  if (!midriff || acrossTrunk[i]! > SKIN_COSTS_MIDRIFF.across) return undefined
  const { top, bottom } = midriff
  const isIn =
    down[i]! > top - SKIN_COSTS_MIDRIFF.edge && down[i]! < bottom + SKIN_COSTS_MIDRIFF.edge
  return isIn ? SKIN_COSTS_MIDRIFF.unlike : undefined
}

/** What speaks against trousers below their own hem. */
function belowHem(
  i: number,
  { fromLeg, alongLeg, legSide }: BodyCoordinates,
  { legs }: BareLimbs,
): number {
  const isBelow =
    fromLeg[i]! < SKIN_COSTS_WIDTH.leg &&
    alongLeg[i]! > legs[legSide[i]!]!.from + SKIN_COSTS_HEM.drop
  return isBelow ? SKIN_COSTS_HEM.cost : 0
}

function partAtMidriff(
  i: number,
  { down, fromArm }: BodyCoordinates,
  { top, bottom }: Midriff,
  { 'upper-garment': upper, 'lower-garment': lower }: ByRegion<Float32Array>,
): void {
  const middle = (top + bottom) / 2
  if (down[i]! < middle) lower[i] = lower[i]! + BEYOND_MIDRIFF
  else if (fromArm[i]! > SKIN_COSTS_TRUNK) upper[i] = upper[i]! + BEYOND_MIDRIFF
  // Above the hips the place speaks against what hangs on them.
  if (down[i]! > middle) lower[i] = Math.min(lower[i]!, SKIN_COSTS_WAIST)
}

/** Whether much of the middle of the trunk has the colour of skin. */
function wearsSkinColour(
  { person }: PersonGrid,
  { down, fromArm, belowChin, acrossTrunk }: BodyCoordinates,
  fromSkin: SkinDistance,
): boolean {
  let [all, alike] = [0, 0]
  for (let i = 0; i < person.length; i++) {
    const isMiddle = down[i]! >= SKIN_COSTS_CHEST.from && down[i]! <= SKIN_COSTS_CHEST.to
    if (person[i]! < PERSON_SHARE.inside || !isMiddle) continue
    if (fromArm[i]! < SKIN_COSTS_CHEST.fromArm || acrossTrunk[i]! > SKIN_COSTS_CHEST.across)
      continue
    if (belowChin[i]! < SKIN_COSTS_CHEST.belowChin) continue
    all++
    if (fromSkin(i) < SKIN_COSTS_LIKE_SKIN) alike++
  }
  return alike > SKIN_COSTS_ALIKE * all
}
