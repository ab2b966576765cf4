import { type ByRegion, byRegion } from '../region-names.ts'
import {
  BODY_SKIN_COSTS,
  COSTS_NEVER,
  FACE_COSTS,
  HAIR_COSTS,
  IN_OUTLINE,
  LOWER_COSTS,
  SHOE_COSTS,
  UPPER_COSTS,
} from '../tuning.ts'
import type { BodyCoordinates } from './body-coordinates.ts'

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
  const { chin, besideNeck, below, neck, trunk } = HAIR_COSTS
  if (inFace > IN_OUTLINE) {
    const { brows, low, high } = HAIR_COSTS.inFace
    return belowChin > brows ? low : high
  }
  if (belowChin < chin) return rise(besideHead, HAIR_COSTS.besideHead)
  // Below the chin hair falls beside the neck, and over the shoulders.
  return below + fall(besideHead, neck) + rise(besideHead, besideNeck) + rise(belowChin, trunk)
}

function againstFace({ belowChin, besideHead, inFace }: Place): number {
  if (inFace > IN_OUTLINE) return 0
  const { forehead, ears, around } = FACE_COSTS
  // The forehead goes on above the mesh, and the ears beside it.
  if (belowChin < forehead.to && belowChin > forehead.from) {
    return forehead.cost + rise(besideHead, forehead.beside)
  }
  const isEar = belowChin < ears.to && belowChin > ears.from && besideHead < ears.beside
  if (isEar) return ears.cost
  return belowChin < 0 && besideHead < around.beside ? around.cost : COSTS_NEVER
}

function againstBodySkin(at: Place): number {
  const { belowChin, besideHead, down, fromArm, fromLeg } = at
  if (at.inFace > IN_OUTLINE) return COSTS_NEVER
  const { head, neck, arm, foot, leg, trunk } = BODY_SKIN_COSTS
  const isHead = belowChin < head.above && besideHead < head.beside
  if (isHead && fromArm > head.fromArm) return COSTS_NEVER
  const onNeck = rise(belowChin, neck.below) + rise(besideHead, neck.beside)
  const onArm =
    fromArm < arm.from.to ? rise(fromArm, arm.from) + fall(at.alongArm, arm.along) : COSTS_NEVER
  const onLeg =
    fromLeg < leg.reach && down > 1
      ? fall(at.alongLeg, leg.along) + fall(at.fromFoot, foot)
      : COSTS_NEVER
  return Math.min(onNeck, onArm, onLeg, down > 0 && down < 1 ? trunk : COSTS_NEVER)
}

function againstUpper(at: Place): number {
  const { belowChin, down, fromArm, alongArm, inFace } = at
  const { raised, collar, hem, belowHem, leg, hand, sleeve } = UPPER_COSTS
  if (inFace > IN_OUTLINE || belowChin < raised.above) {
    return fromArm < raised.reach && inFace < IN_OUTLINE ? raised.cost : COSTS_NEVER
  }
  const onLeg = at.fromLeg < leg.reach ? rise(at.alongLeg, leg.along) : 0
  const below = rise(down, hem) + rise(down, belowHem) + onLeg
  const onHand = fromArm < hand.reach ? rise(alongArm, hand.along) : 0
  const isSleeve = fromArm < sleeve.reach && alongArm > sleeve.from
  return fall(belowChin, collar) + (isSleeve ? Math.min(below, sleeve.most) : below) + onHand
}

function againstLower({ down, fromArm, alongArm, fromLeg, alongLeg, fromFoot }: Place): number {
  const { waist, chest, hand, ankle, foot } = LOWER_COSTS
  const isHand = fromArm < hand.reach && fromArm < fromLeg && alongArm > hand.from
  const belowAnkle = fromLeg < ankle.reach ? rise(alongLeg, ankle.along) : 0
  const above = fall(down, waist) + fall(down, chest)
  return above + (isHand ? hand.cost : 0) + belowAnkle + fall(fromFoot, foot)
}

function againstShoes({ fromFoot, alongFoot }: Place): number {
  const far = rise(fromFoot, SHOE_COSTS.off) + rise(fromFoot, SHOE_COSTS.farOff)
  return far + (alongFoot > 0 ? 0 : rise(fromFoot, SHOE_COSTS.aboveInstep))
}

type Rise = { from: number; to: number; most: number }

/** From 0 at `from` to `most` at `to`, in a straight line. */
function rise(value: number, { from, to, most }: Rise): number {
  return most * Math.min(1, Math.max(0, (value - from) / (to - from)))
}

type Fall = { until: number; over: number; most: number }

/** From `most` down to 0 at `until`, in a straight line. */
function fall(value: number, { until, over, most }: Fall): number {
  return most * Math.min(1, Math.max(0, (until - value) / over))
}
