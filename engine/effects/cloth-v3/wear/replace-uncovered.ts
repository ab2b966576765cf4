import { Fault } from '../../../../catalog/failures/fault.ts'
import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../../geometry/box.ts'
import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import { heightAt } from '../../../geometry/polyline.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import { srgbToLab } from '../../../raster/colour/lab.ts'
import { debugPlane } from '../../../raster/debug.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import type { FittedGarment } from '../fitted-garment.ts'
import { clothColourDistance } from '../measure/cloth-colour-distance.ts'
import { labColourOf, meanLabColour } from '../measure/mean-lab-colour.ts'
import { distanceFromLimb, isNearLimb } from '../measure/near-limb.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import { maskLevelAt, type Wearer } from '../measure/wearer.ts'
import {
  BESIDE_NECK_CLOTH,
  IN_MASK,
  UNCOVERED_ALONG,
  UNCOVERED_BEHIND,
  UNCOVERED_BESIDE,
  UNCOVERED_BESIDE_NECK,
  UNCOVERED_HANGS,
  UNCOVERED_LEG,
  UNCOVERED_LEG_HALF,
  UNCOVERED_MORE,
  UNCOVERED_MOST,
  UNCOVERED_NECK,
  UNCOVERED_SEEN,
  UNCOVERED_SHOULDERS,
  UNCOVERED_SLEEVE,
  UNCOVERED_WRIST,
} from '../tuning.ts'
import { type HoleBeside, holeBeside, inpaintHole, layFill, skinOf } from './fill-beside.ts'
import { likeWall } from './like-wall.ts'
import { paintSkin } from './paint-skin.ts'
import { partSkinFromWall } from './part-skin-from-wall.ts'
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
 * The picture in which what was worn is gone where nothing covers it: skin in the neck's opening, background beside.
 * @param covered the share of each pixel that is covered, 0–1
 * @throws Fault `mismatch` where that is more than a rim
 */
export function replaceUncovered(
  wearer: Wearer,
  fitted: Pick<FittedGarment, 'instead' | 'heights' | 'neckline' | 'byArmhole'>,
  covered: Float32Array,
): Picture {
  const uncovered = findUncovered(wearer, fitted, covered)
  return paintUncovered(wearer, uncovered, holeBeside(wearer, fitted, uncovered))
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
  const square = torso.shoulders ** 2
  const besideNeck = neckline ? skinBesideNeck(wearer, bare, instead) : 0
  // Of a collar all round the neck the ends lie where hair may be.
  if (neckline && skin - besideNeck > UNCOVERED_MOST.skin * square) throw highCollar()
  if (besideNeck > UNCOVERED_BESIDE_NECK.most * square) {
    throw new Fault(
      'pose',
      'Hair falls beside the neck, and cannot be told from what is worn. Somebody whose hair lies behind the ' +
        'shoulders or differs in colour from what they wear can be dressed.',
    )
  }
  if (neckline && wallAtShoulders(wearer, beside, left) > UNCOVERED_MOST.shoulders * square) {
    throw new Fault(
      'mismatch',
      'What is worn at the neck and on the shoulders stands beyond the reference: only a generator can invent the ' +
        'shoulders below it. A garment with a higher neck or with sleeves can be worn.',
    )
  }
  if (neckline && skin > UNCOVERED_MOST.skin * square) throw highCollar()
  const all = (background + (neckline ? 0 : skin)) / square
  // Only what is continued can be made up by others.
  const own = all - continued / square
  if (all > most || own > UNCOVERED_MOST.background) {
    throw new Fault(
      'mismatch',
      'The reference leaves much of what is worn uncovered. A garment that is as long and as wide can be worn.',
    )
  }
  const parted = { left, bare, beside }
  if (neckline) partSkinFromWall(parted, wearer, instead, covered)
  return { covered, ...parted, isRim: all <= UNCOVERED_MOST.background }
}

function highCollar(): Fault {
  return new Fault(
    'mismatch',
    'The collar that is worn stands above the neck of the reference: only a generator can invent the skin below ' +
      'it. A garment with a higher neck can be worn.',
  )
}

/**
 * The picture with what was found uncovered replaced.
 * @param made what the hole is filled with, as large as its box @default the engine's own continuation
 */
export function paintUncovered(
  wearer: Wearer,
  { left, ...uncovered }: Omit<Uncovered, 'isRim'>,
  hole: HoleBeside | undefined,
  made?: Picture,
): Picture {
  const { picture } = wearer
  const data = picture.data.slice()
  if (hole) layFill(data, picture, hole, left, made ?? inpaintHole(picture, hole))
  const out = { ...picture, data }
  paintSkin(out, wearer, uncovered)
  return out
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

/** Whether a pixel lies farther than a reach from all that is surely worn. */
function farFromWorn(instead: Mask, reach: number): (at: number) => boolean {
  const worn = Uint8Array.from(instead.data, (share) => (share >= IN_MASK ? 1 : 0))
  const near = growMask(worn, instead, Math.max(1, Math.round(reach)))
  return (at) => near[at] === 0
}

/** How surely what is around a pixel has the colour of skin rather than that of what is worn, in any light, 0–1. */
function likeSkin({ picture, regions }: Wearer, instead: Mask): (at: number) => number {
  const [cloth, skin] = [instead, regions['body-skin']].map((mask) => meanLabColour(picture, mask))
  if (!cloth || !skin) return () => 0
  const steps = [-2, 0, 2]
  const around = steps.flatMap((dy) => steps.map((dx) => dy * picture.width + dx))
  return (at) => {
    const near = around
      .map((by) => at + by)
      .filter((place) => place >= 0 && place < instead.data.length)
    const colour = labColourOf(picture, near)
    const off = clothColourDistance(colour, skin) / (clothColourDistance(colour, cloth) + 1e-6)
    return 1 - smoothstep(UNCOVERED_NECK.own.from, UNCOVERED_NECK.own.to, off)
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

/**
 * Pixels of pieces that skin touches, and hardly any background nor another garment: between an arm and a garment, and
 * below a strap, nothing can be continued but the skin. Beyond an edge that was traced none lies.
 */
function pocketsOf(
  beside: Uint8Array,
  bare: Float32Array,
  { picture, body, regions, traced }: Wearer,
): number[] {
  const tight = boxOfPlane(beside, picture)
  if (!tight) return []
  const box = clampBox(growBox(tight, UNCOVERED_BEHIND.near), picture)
  const places = placesIn(box, picture)
  const [isBehind, isSkin, isOther] = [0, 1, 2].map(() => new Uint8Array(places.length))
  const own = new Float32Array(places.length)
  const [ofSkin, ofLower] = [regions['body-skin'].data, regions['lower-garment'].data]
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!
    if (body.mask.data[at]! <= UNCOVERED_BEHIND.person) isBehind![i] = 1
    if (ofSkin[at]! > IN_MASK || bare[at]! > 0) isSkin![i] = 1
    if (ofLower[at]! > IN_MASK && beside[at] === 0) isOther![i] = 1
    own[i] = beside[at]!
  }
  const [behind, skin, other] = [isBehind!, isSkin!, isOther!].map((plane) =>
    growMask(plane, box, UNCOVERED_BEHIND.near),
  ) as [Uint8Array, Uint8Array, Uint8Array]
  const count = (pixels: readonly number[], plane: Uint8Array): number =>
    pixels.reduce((sum, i) => sum + plane[i]!, 0)
  const isInSkin = (pixels: readonly number[]): boolean =>
    !pixels.some((i) => other[i]) &&
    count(pixels, skin) > 0 &&
    count(pixels, behind) <= UNCOVERED_BEHIND.share * count(pixels, skin)
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  const isBeyondEdge = (pixels: readonly number[]): boolean =>
    pixels.reduce((sum, i) => sum + traced[places[i]!]!, 0) > pixels.length / 2
  return findComponents(own, box.width, limits).flatMap(({ pixels }) =>
    isInSkin(pixels) && !isBeyondEdge(pixels) ? pixels.map((i) => places[i]!) : [],
  )
}

/** Whether skin shows along most of each forearm. */
function bareForearms({ arms, regions }: Wearer): boolean[] {
  return arms.map(([, elbow, wrist]) => {
    const places = Array.from({ length: 20 }, (_, n) => pointBetween(elbow, wrist, (n + 0.5) / 20))
    const bare = places.filter((place) => maskLevelAt(regions['body-skin'], place) >= IN_MASK)
    return bare.length > places.length / 2
  })
}

/**
 * Whether a point lies beside a forearm, away from the body: a sleeve that was worn may hang there below the hem.
 * Beside a bare one it is the skirt, which stays.
 */
function isOnArm(point: Point, { arms, torso }: Wearer, bareArms: readonly boolean[]): boolean {
  const near = UNCOVERED_SLEEVE * torso.shoulders
  return arms.some(
    ([, elbow, wrist], n) =>
      !bareArms[n] &&
      isNearLimb([elbow, wrist], point, near) &&
      (n === 0 ? -1 : 1) * (pixelToTorso(torso, point).u - pixelToTorso(torso, wrist).u) >
        -UNCOVERED_HANGS * torso.shoulders,
  )
}

/** Whether a point lies on the wrist itself, where a longer sleeve ended. */
function isOnWrist(point: Point, { arms, torso }: Wearer): boolean {
  const { from, half } = UNCOVERED_WRIST
  return arms.some(([, elbow, wrist]) =>
    isNearLimb([pointBetween(elbow, wrist, from), wrist], point, half * torso.shoulders),
  )
}

/** Whether a point lies on a leg, below a dress that is shorter than the one that was worn. */
function isOnLeg(point: Point, { legs, torso }: Wearer): boolean {
  return legs.some(([, knee, ankle]) =>
    isNearLimb([knee, ankle], point, UNCOVERED_LEG_HALF * torso.shoulders),
  )
}

/** Whether a pixel is right above a region: above skin of a leg that a shorter hem shows more of, or above a shoe. */
function isAbove(
  { regions, picture, torso }: Wearer,
  names: readonly (keyof Wearer['regions'])[],
  at: number,
): boolean {
  const most = Math.round(UNCOVERED_LEG * torso.shoulders) * picture.width
  return names.some((name) => {
    const { data } = regions[name]
    const end = Math.min(data.length, at + most)
    for (let below = at; below < end; below += picture.width)
      if (data[below]! > IN_MASK) return true
    return false
  })
}

/**
 * Whether a pixel lies in a seam between a garment and a bare arm: skin is beside it, and neither background nor what
 * is worn below is as near.
 */
function isBesideArm({ regions, picture, body, torso }: Wearer, at: number): boolean {
  const [skin, lower] = [regions['body-skin'].data, regions['lower-garment'].data]
  const most = Math.max(2, Math.round(UNCOVERED_BESIDE * torso.shoulders))
  for (let by = 1; by <= most; by++) {
    const around = [at - by, at + by, at - by * picture.width, at + by * picture.width]
    if (around.some((place) => body.mask.data[place]! < IN_MASK || lower[place]! > IN_MASK))
      return false
    if (around.some((place) => skin[place]! > 200)) return true
  }
  return false
}

/**
 * Whether what was worn at a pixel ends at the wall and not at skin, farther down along the arm: the outline of an arm
 * goes on as its bone does, and beside it nothing but the wall was behind a wide sleeve.
 */
function endsAtWall(
  { arms, regions, picture, body, torso }: Wearer,
  at: number,
  old: Mask['data'],
): boolean {
  const from = { x: at % picture.width, y: Math.floor(at / picture.width) }
  const bones = arms.flatMap(([shoulder, elbow, wrist]) => [
    [shoulder, elbow] as const,
    [elbow, wrist] as const,
  ])
  const [first] = bones.toSorted(
    (one, other) => distanceFromLimb(one, from) - distanceFromLimb(other, from),
  )
  if (!first) return false
  const [a, b] = first
  const length = distance(a, b) || 1
  const most = UNCOVERED_ALONG * torso.shoulders
  for (let by = 1; by <= most; by++) {
    const x = Math.round(from.x + (by * (b.x - a.x)) / length)
    const y = Math.round(from.y + (by * (b.y - a.y)) / length)
    if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return false
    const place = y * picture.width + x
    if (regions['body-skin'].data[place]! > IN_MASK) return false
    if (body.mask.data[place]! < IN_MASK && old[place]! < IN_MASK) return true
  }
  return false
}

/** Whether a point lies in the neck's opening: above its edge and below its ends. */
function isInOpening({ x, y }: Point, neckline: readonly Point[]): boolean {
  const edge = heightAt(neckline, x)
  return edge !== undefined && y < edge + 2 && y > Math.min(neckline[0]!.y, neckline.at(-1)!.y)
}

/** The rows between which a neck's opening lies; none without a neckline. */
function rowsOfOpening(neckline: readonly Point[]): { top: number; bottom: number } {
  const [first, last] = [neckline[0]?.y ?? Infinity, neckline.at(-1)?.y ?? Infinity]
  return { top: Math.min(first, last), bottom: Math.max(...neckline.map(({ y }) => y)) + 2 }
}
