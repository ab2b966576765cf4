import { Fault } from '../../../../catalog/failures/fault.ts'
import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { Mask } from '../../../raster/picture.ts'
import { curveToWaist } from '../fit/curve-to-waist.ts'
import { fitSkirt } from '../fit/fit-skirt.ts'
import { fitTrousers } from '../fit/fit-trousers.ts'
import type { FittedGarment } from '../fitted-garment.ts'
import type { LowerShape } from '../garment.ts'
import { crossSectionAt, wornHemLine } from '../measure/body-edges.ts'
import { armWithHand, type LowerBody, measureLowerBody } from '../measure/lower-body.ts'
import { isNearLimb } from '../measure/near-limb.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import { waistDropAt } from '../measure/waist.ts'
import { type Limb, maskLevelAt, type Wearer } from '../measure/wearer.ts'
import { wholePieces } from '../measure/whole-pieces.ts'
import { requireEvenPrint } from '../refuse/require-even-print.ts'
import { requireLegs } from '../refuse/require-legs.ts'
import { requireLikePose } from '../refuse/require-like-pose.ts'
import { requireNothingHeld } from '../refuse/require-nothing-held.ts'
import {
  ARM_BEFORE,
  GARMENT_SHADOW,
  HIDDEN_WAIST,
  IN_MASK,
  LIMB_HALF,
  LOWER_GARMENT_BAND,
  LOWER_GARMENT_BELOW,
  LOWER_GARMENT_FLAT,
  LOWER_GARMENT_FOREARM,
  LOWER_GARMENT_HELD,
  LOWER_GARMENT_OVER,
  LOWER_GARMENT_PIECES,
  LOWER_GARMENT_ROOM,
  LOWER_GARMENT_SEAT,
  LOWER_GARMENT_TUCKED,
  LOWER_GARMENT_UNDER,
  LOWER_GARMENT_USUAL,
  NARROWEST_WAIST,
} from '../tuning.ts'

/**
 * Trousers, shorts or a skirt on somebody: below the top where that hangs over it, above it where it is tucked in.
 * Hands and sleeves stay in front.
 * @throws Fault `pose` or `mismatch` for people and garments of which no good result can be made
 */
export function wearLower(wearer: Wearer, shape: LowerShape): FittedGarment {
  requireLegs(wearer, { parted: shape.legs !== undefined })
  if (shape.drape) requireLikePose(wearer, shape.drape)
  const { regions, torso, arms, body: person } = wearer
  const measured = measureLowerBody(wearer)
  const { legs } = shape
  if (measured.isOneCloth) {
    throw new Fault(
      'mismatch',
      'What is worn above and below the waist has one colour, so that its waist cannot be made out. A dress that is at ' +
        'least as long can be worn, and any garment where a generator is configured.',
    )
  }
  if (legs && measured.isSkirt) {
    throw new Fault(
      'mismatch',
      'A skirt is worn, and the reference shows trousers: only a generator can invent the legs and the background that ' +
        'the skirt hides. A skirt that is at least as long can be worn.',
    )
  }
  const { waist } = measured
  const scale = shape.drape
    ? torso.shoulders / shape.drape.shoulders
    : scaleFlat(shape, wearer, measured)
  // Where less than the usual rise shows, a top hangs over it.
  const rise = legs ? legs.crotch.y - shape.waist[0].y : 0
  const seat = pixelToTorso(torso, measured.crotch).v - waist.v
  const shown = waist.shows && seat >= LOWER_GARMENT_SEAT * scale * rise
  if (shape.startsAtHem) requireHem({ ...waist, shows: shown })
  const lower = { ...measured, waist: { ...waist, shows: shown } }
  const dip = Math.max(...shape.waistline.map(({ y }) => y)) - shape.waist[0].y
  const edge = lower.waist.shows
    ? lower.waist.v - scale * dip - LOWER_GARMENT_ROOM * torso.shoulders
    : hiddenWaist(wearer, lower, shape, scale)
  const level = legs
    ? fitTrousers({ shape, legs, wearer, lower, scale, waist: edge })
    : [fitSkirt(shape, wearer, lower, { waist: edge, scale })]
  const body = { torso, reach: measured.reach }
  const meshes = level.map((mesh) => curveToWaist(mesh, { edge, dip: scale * dip }, waist, body))
  for (const mesh of meshes) requireEvenPrint(mesh, legs ? 'legs' : 'torso')
  const hands = arms.map(armWithHand)
  // What passes for a top beside a bare arm is no sleeve.
  const sleeved = hands.filter((_, n) => !isBareBelow(arms[n]!, regions['body-skin']))
  const above = (waist.shows ? LOWER_GARMENT_ROOM : LOWER_GARMENT_UNDER) * torso.shoulders
  const hidden = lower.waist.shows ? -Infinity : lower.waist.hem - above
  const isBand = (v: number): boolean =>
    lower.waist.shows && v < lower.waist.v + LOWER_GARMENT_TUCKED * torso.shoulders
  // The edge of a low waist is known, whether a top hangs over it or not.
  const hem = waist.shows ? [] : wornHemLine(wearer)
  const room = LOWER_GARMENT_ROOM * torso.shoulders
  const isBelowHem = ({ u, v }: { u: number; v: number }): boolean => {
    if (waist.shows && !lower.waist.shows) return v - waistDropAt(waist, u) > waist.v + room
    const next = hem.findIndex((place) => place.u > u)
    return next > 0 && v > Math.max(hem[next - 1]!.v, hem[next]!.v) + room
  }
  const aboveHem = shareAbove(hem, room)
  const [isFlap, isLimb] = waist.shows ? piecesBelow(wearer, waist) : []
  const shows = (at: number, x: number, y: number): number => {
    const hair = regions.hair.data[at]! / 255
    const place = { x: x + 0.5, y: y + 0.5 }
    const onBody = pixelToTorso(torso, place)
    const v = onBody.v - waistDropAt(waist, onBody.u)
    // Below a waist that shows, patches of a print pass for skin and for the top.
    const isPrint = (whole: Uint8Array | undefined): boolean => v > waist.v && whole?.[at] === 0
    const skin = isPrint(isLimb) ? 0 : regions['body-skin'].data[at]!
    const top = isPrint(isFlap) ? 0 : regions['upper-garment'].data[at]!
    if (v < edge - LOWER_GARMENT_UNDER * torso.shoulders || v < hidden) return 0
    // Below a top that hangs over it, and at its waist, nothing stands out beside the person.
    const isHeld =
      v < (lower.waist.shows ? waist.v + LOWER_GARMENT_HELD * torso.shoulders : lower.waist.hem)
    const under = isHeld ? person.mask.data[at]! / 255 : 1
    const isBy = (limbs: readonly Point[][]): boolean =>
      limbs.some((arm) => isNearLimb(arm, place, LIMB_HALF * torso.shoulders))
    const isArm = (skin > ARM_BEFORE && isBy(hands)) || (top > ARM_BEFORE && isBy(sleeved))
    const hand = isArm ? skin / 255 : 0
    const isTop = isArm || !(isBand(v) || isBelowHem(onBody))
    const over = Math.max(
      isTop ? smoothstep(LOWER_GARMENT_OVER.from, LOWER_GARMENT_OVER.to, top) : 0,
      aboveHem(onBody),
    )
    return under * (1 - hair) * (1 - Math.min(1, hand + over))
  }
  return {
    parts: [{ meshes, shows, shadow: GARMENT_SHADOW.intensity }],
    scale,
    instead: regions['lower-garment'],
    ...(shape.drape && { lit: [] }),
    heights: {
      from: lower.waist.shows
        ? lower.waist.v
        : lower.waist.hem + LOWER_GARMENT_UNDER * torso.shoulders,
      to: endOf(wearer, lower) + LOWER_GARMENT_BELOW * torso.shoulders,
    },
    check: (covered) => requireNothingHeld(wearer, covered, edge),
  }
}

/** What of the top and of skin hangs over a garment below its waist: flaps of a jacket, arms and hands. */
function piecesBelow(
  { picture, regions, torso }: Wearer,
  waist: LowerBody['waist'],
): [Uint8Array, Uint8Array] {
  const { flap, limb, alike } = LOWER_GARMENT_PIECES
  const pixels = ({ everywhere, somewhere }: typeof flap | typeof limb) => ({
    everywhere: Math.max(1, Math.round(everywhere * torso.shoulders)),
    somewhere: Math.max(1, Math.round(somewhere * torso.shoulders)),
  })
  const top = regions['upper-garment']
  const below = new Uint8Array(top.data.length)
  for (let at = 0; at < below.length; at++) {
    if (top.data[at] === 0) continue
    const { u, v } = pixelToTorso(torso, { x: at % top.width, y: Math.floor(at / top.width) })
    if (v - waistDropAt(waist, u) > waist.v) below[at] = top.data[at]!
  }
  return [
    wholePieces({ ...top, data: below }, pixels(flap)),
    wholePieces(regions['body-skin'], pixels(limb), { picture, alike }),
  ]
}

/** Whether most of a forearm shows its skin. */
function isBareBelow([, elbow, wrist]: Limb, skin: Mask): boolean {
  const places = LOWER_GARMENT_FOREARM.map((share) => pointBetween(elbow, wrist, share))
  return places.filter((place) => maskLevelAt(skin, place) >= IN_MASK).length > places.length / 2
}

/**
 * The share of a pixel that lies above the hem of a top, 0–1: the shaded cloth just above a hem passes for the garment
 * below it. At its sides, where it is not measured, the hem may rise by `room`.
 */
function shareAbove(
  hem: readonly { u: number; v: number }[],
  room: number,
): (place: { u: number; v: number }) => number {
  if (hem.length < 2) return () => 0
  return ({ u, v }) => {
    const found = hem.findIndex((place) => place.u > u)
    const next = found < 0 ? hem.length - 1 : Math.max(1, found)
    const [a, b] = [hem[next - 1]!, hem[next]!]
    const share = (u - a.u) / (b.u - a.u)
    const within = Math.min(1, Math.max(0, share))
    const line = a.v + within * (b.v - a.v) - (share === within ? 0 : room)
    return 1 - smoothstep(-1, 1, v - line)
  }
}

/** @throws Fault `mismatch` where the upper part of a garment would show, which a top hides in its picture */
function requireHem({ shows }: LowerBody['waist']): void {
  if (!shows) return
  throw new Fault(
    'mismatch',
    'In the reference a top hangs over the waist of the garment, and the waist of the person shows. A reference that ' +
      'shows the waist, or the garment alone, can be used.',
  )
}

/** Where a waist sits under a top: where the crotch's own depth puts it. */
function hiddenWaist(
  { torso }: Wearer,
  { waist, crotch }: LowerBody,
  { waist: corners, legs }: LowerShape,
  scale: number,
): number {
  if (!legs) return waist.v
  const rise = legs.crotch.y - (corners[0].y + corners[1].y) / 2
  const own = pixelToTorso(torso, crotch).v - scale * rise
  return Math.min(
    waist.hem - HIDDEN_WAIST.above * torso.shoulders,
    Math.max(HIDDEN_WAIST.down * torso.length, own),
  )
}

/** Pixels of the photo for each of a garment that lies flat, so that its waist fits. */
function scaleFlat(shape: LowerShape, { torso }: Wearer, lower: LowerBody): number {
  const { legs, waist: corners } = shape
  const below = lower.waist.shows ? LOWER_GARMENT_BAND * torso.length : 0
  const width = lower.waist.shows
    ? widthAt(lower, lower.waist.v + below)
    : Math.min(...NARROWEST_WAIST.map((k) => widthAt(lower, k * torso.length)))
  const flat = distance(...corners)
  // A wide waist does not make legs longer.
  if (legs)
    return Math.sqrt(LOWER_GARMENT_FLAT * width * LOWER_GARMENT_USUAL * torso.shoulders) / flat
  // A skirt shows them, and is worn where it fits.
  const rough = (LOWER_GARMENT_FLAT * width) / flat
  return (LOWER_GARMENT_FLAT * width) / flatWidth(shape, below / rough)
}

/** How wide a garment is so far below its waist, in its own pixels. */
function flatWidth({ waist, sides }: LowerShape, below: number): number {
  const y = (waist[0].y + waist[1].y) / 2 + below
  const [left, right] = sides.map((side) => (side.find((place) => place.y >= y) ?? side.at(-1)!).x)
  return right! - left!
}

function widthAt({ reach }: LowerBody, v: number): number {
  return reach[0](v) + reach[1](v)
}

/** How far down what is worn reaches, on the torso's axis. */
function endOf({ legs, torso }: Wearer, { ends }: LowerBody): number {
  const places = ([0, 1] as const).map((n) => crossSectionAt(legs[n], ends[n], n === 0 ? -1 : 1).at)
  return Math.max(...places.map((place) => pixelToTorso(torso, place).v))
}
