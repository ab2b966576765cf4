import { type ByRegion, byRegion } from '../region-names.ts'
import { ABOVE_INSTEP, BESIDE_HEAD, COSTS_HAND, COSTS_NEVER } from '../tuning.ts'
import type { BodyCoordinates } from './body-coordinates.ts'

/** A piecewise linear rise from 0 at `from` to `most` at `to`. */
function ramp(value: number, from: number, to: number, most: number): number {
  return most * Math.min(1, Math.max(0, (value - from) / (to - from)))
}

/** What the place of a pixel on the body speaks against each region, in the units of colour distances. */
export function positionCosts(places: BodyCoordinates): ByRegion<Float32Array> {
  const { length } = places.down
  const costs = byRegion(() => new Float32Array(length))
  // One place is written anew for each pixel: an object a pixel costs more than what is read from it.
  const at: Place = { ...NOWHERE }
  for (let i = 0; i < length; i++) {
    readPlace(places, i, at)
    costs.hair[i] = againstHair(at)
    costs['face-skin'][i] = againstFace(at)
    costs['body-skin'][i] = againstBodySkin(at)
    costs['upper-garment'][i] = againstUpper(at)
    costs['lower-garment'][i] = againstLower(at)
    costs.shoes[i] = againstShoes(at)
    costs.other[i] = 0
  }
  return costs
}

type Place = {
  [Name in Exclude<keyof BodyCoordinates, 'acrossTrunk' | 'armSide' | 'legSide'>]: number
}

const NOWHERE: Place = {
  down: 0,
  belowChin: 0,
  besideHead: 0,
  inFace: 0,
  fromArm: 0,
  alongArm: 0,
  fromLeg: 0,
  alongLeg: 0,
  fromFoot: 0,
  alongFoot: 0,
}

function readPlace(places: BodyCoordinates, i: number, at: Place): void {
  at.down = places.down[i]!
  at.belowChin = places.belowChin[i]!
  at.besideHead = places.besideHead[i]!
  at.inFace = places.inFace[i]!
  at.fromArm = places.fromArm[i]!
  at.alongArm = places.alongArm[i]!
  at.fromLeg = places.fromLeg[i]!
  at.alongLeg = places.alongLeg[i]!
  at.fromFoot = places.fromFoot[i]!
  at.alongFoot = places.alongFoot[i]!
}

function againstHair({ belowChin, besideHead, inFace }: Place): number {
  if (inFace > 0.5) return belowChin > -0.85 ? 14 : 7
  if (belowChin < -0.1) return ramp(besideHead, 1, 1.6, BESIDE_HEAD)
  // Below the chin hair falls beside the neck, and over the shoulders.
  const beside = ramp(0.6 - besideHead, 0, 0.25, 16)
  return 3 + beside + ramp(besideHead, 0.9, 1.6, BESIDE_HEAD) + ramp(belowChin, 0.8, 2.4, 40)
}

function againstFace({ belowChin, besideHead, inFace }: Place): number {
  if (inFace > 0.5) return 0
  // The forehead goes on above the mesh, and the ears beside it.
  if (belowChin < -1.1 && belowChin > -1.5) return 3 + ramp(besideHead, 0.35, 0.5, COSTS_NEVER)
  const isEar = belowChin < -0.35 && belowChin > -0.95 && besideHead < 0.68
  if (isEar) return 2
  return belowChin < 0 && besideHead < 0.6 ? 6 : COSTS_NEVER
}

function againstBodySkin(at: Place): number {
  const { belowChin, besideHead, inFace, down, fromArm, alongArm, fromLeg, alongLeg, fromFoot } = at
  if (inFace > 0.5) return COSTS_NEVER
  if (belowChin < -0.2 && besideHead < 1.2 && fromArm > 0.2) return COSTS_NEVER
  const neck = ramp(belowChin, 0.5, 1.3, 12) + ramp(besideHead, 0.45, 1.1, 12)
  const arm =
    fromArm < 0.28 ? ramp(fromArm, 0.16, 0.28, 12) + ramp(0.9 - alongArm, 0, 0.9, 4) : COSTS_NEVER
  const foot = ramp(0.2 - fromFoot, 0, 0.12, 14)
  const leg = fromLeg < 0.45 && down > 1 ? ramp(0.7 - alongLeg, 0, 0.6, 10) + foot : COSTS_NEVER
  return Math.min(neck, arm, leg, down > 0 && down < 1 ? 14 : COSTS_NEVER)
}

function againstUpper({
  belowChin,
  down,
  fromArm,
  alongArm,
  inFace,
  alongLeg,
  fromLeg,
}: Place): number {
  if (inFace > 0.5 || belowChin < -0.15) return fromArm < 0.22 && inFace < 0.5 ? 6 : COSTS_NEVER
  const collar = ramp(0.3 - belowChin, 0, 0.4, 14)
  const hem =
    ramp(down, 0.7, 1.15, 9) +
    ramp(down, 1.1, 1.5, 20) +
    (fromLeg < 0.4 ? ramp(alongLeg, 0.3, 0.7, COSTS_NEVER) : 0)
  const hand = fromArm < 0.2 ? ramp(alongArm, 1.95, 2.15, COSTS_HAND) : 0
  // The sleeve of a hanging arm reaches below the hips.
  const sleeve = fromArm < 0.3 && alongArm > 0.5 ? Math.min(hem, 3) : hem
  return collar + sleeve + hand
}

function againstLower({ down, fromArm, alongArm, fromLeg, alongLeg, fromFoot }: Place): number {
  const waist = ramp(1.1 - down, 0, 0.45, 9) + ramp(0.62 - down, 0, 0.25, 30)
  const hand = fromArm < 0.12 && fromArm < fromLeg && alongArm > 0.8 ? 10 : 0
  const foot = fromLeg < 0.4 ? ramp(alongLeg, 1.95, 2.2, 16) : 0
  return waist + hand + foot + ramp(0.08 - fromFoot, 0, 0.06, 8)
}

function againstShoes({ fromFoot, alongFoot }: Place): number {
  const far = ramp(fromFoot, 0.07, 0.2, 30) + ramp(fromFoot, 0.2, 0.24, 30)
  return far + (alongFoot > 0 ? 0 : ramp(fromFoot, 0, ABOVE_INSTEP.far, ABOVE_INSTEP.most))
}
