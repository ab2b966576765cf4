import { Fault } from '../../../../catalog/failures/fault.ts'
import { inpaint } from '../../../fill/inpaint.ts'
import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../../geometry/box.ts'
import type { Point } from '../../../geometry/point.ts'
import { heightAt } from '../../../geometry/polyline.ts'
import type { Size } from '../../../geometry/size.ts'
import { debugPlane } from '../../../raster/debug.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Picture } from '../../../raster/picture.ts'
import { crop } from '../../../raster/pixels/crop.ts'
import type { FittedGarment } from '../fitted-garment.ts'
import { isNearLimb } from '../measure/near-limb.ts'
import { pixelToTorso, type Wearer } from '../measure/wearer.ts'
import {
  COPIED_FROM,
  IN_MASK,
  UNCOVERED_BEHIND,
  UNCOVERED_BESIDE,
  UNCOVERED_HALO,
  UNCOVERED_LEG,
  UNCOVERED_MOST,
  UNCOVERED_RIM,
  UNCOVERED_SEEN,
  UNCOVERED_SLEEVE,
  UNCOVERED_SURELY,
} from '../tuning.ts'
import { paintSkin } from './paint-skin.ts'
import { besideAnkles } from './unlike-cloth.ts'

/**
 * The picture in which what was worn is gone where nothing covers it: skin in the neck's opening, background beside.
 * @param covered the share of each pixel that is covered, 0–1
 * @throws Fault `mismatch` where that is more than a rim
 */
export function replaceUncovered(
  wearer: Wearer,
  { instead, heights, neckline }: Pick<FittedGarment, 'instead' | 'heights' | 'neckline'>,
  covered: Float32Array,
): Picture {
  const { picture, body, torso } = wearer
  const old = instead.data
  const left = new Float32Array(covered.length)
  for (let at = 0; at < left.length; at++) left[at] = (1 - covered[at]!) * (old[at]! / 255)
  const clean = (at: number): number => Math.min(1, Math.max(0, (skinOf(wearer, at) - 128) / 112))
  // The hem of what was worn fades out on shoes, which stay.
  const isShoe = (at: number): boolean => wearer.regions.shoes.data[at]! > old[at]!
  debugPlane('uncovered', left, picture)
  const bare = new Float32Array(left.length)
  const beside = new Uint8Array(left.length)
  const [from, to] = neckline
    ? [pixelToTorso(torso, neckline[0]!).u, pixelToTorso(torso, neckline.at(-1)!).u]
    : [Infinity, -Infinity]
  const opening = rowsOfOpening(neckline ?? [])
  let [skin, background] = [0, 0]
  const room = 0.01 * torso.shoulders
  for (let at = 0; at < left.length; at++) {
    if (covered[at]! > 0.99 || body.mask.data[at]! < 20) continue
    const y = Math.floor(at / picture.width)
    if (left[at]! < UNCOVERED_SEEN && (y <= opening.top || y >= opening.bottom)) continue
    const point = { x: at - y * picture.width, y }
    const { u, v } = pixelToTorso(torso, point)
    const isNeck = u > from - room && u < to + room
    // Beside skin everything else in the opening is collar: what the regions are not sure of as well.
    const isCollar = left[at]! >= UNCOVERED_SEEN && v < 0.3 * torso.shoulders
    if (neckline && isNeck && (isCollar || isInOpening(point, neckline))) {
      bare[at] = (1 - covered[at]!) * (1 - clean(at)) * (body.mask.data[at]! / 255)
      skin += bare[at]!
      continue
    }
    const isWithin = v > heights.from && (v < heights.to || (neckline && isOnArm(point, wearer)))
    const isSeen = left[at]! >= UNCOVERED_SEEN && isWithin
    if (!isSeen || isShoe(at)) continue
    if (neckline && isBesideArm(wearer, at)) {
      bare[at] = Math.min(1, 3 * left[at]!)
      background += left[at]!
    } else if (!neckline && isAbove(wearer, ['shoes', 'other'], at)) {
      // What is left of a hem on a shoe looks like its shade, and no wall shows between both.
      background += left[at]!
    } else if (!neckline && isAbove(wearer, ['body-skin'], at)) {
      bare[at] = Math.min(1, 3 * left[at]!)
      skin += bare[at]!
    } else {
      beside[at] = 1
      background += left[at]!
    }
  }
  if (!neckline) {
    for (const at of besideAnkles(beside, wearer, instead, heights.to)) {
      beside[at] = 0
      background -= left[at]!
    }
  }
  for (const at of pocketsOf(beside, bare, wearer)) {
    beside[at] = 0
    bare[at] = Math.min(1, 3 * left[at]!)
    background -= left[at]!
    skin += bare[at]!
  }
  const square = torso.shoulders ** 2
  if (neckline && skin > UNCOVERED_MOST.skin * square) {
    throw new Fault(
      'mismatch',
      'The collar that is worn stands above the neck of the reference: only a generator can invent the skin below it. ' +
        'A garment with a higher neck can be worn.',
    )
  }
  if (background + (neckline ? 0 : skin) > UNCOVERED_MOST.background * square) {
    throw new Fault(
      'mismatch',
      'The reference leaves much of what is worn uncovered. A garment that is as long and as wide can be worn.',
    )
  }
  const filled =
    background > 0
      ? fillBeside(wearer, beside, left, { old, isTop: neckline !== undefined })
      : picture
  const out = { ...picture, data: filled.data.slice() }
  if (skin + background > 0) paintSkin(out, wearer, bare)
  return out
}

/**
 * Pixels of pieces that skin touches, and neither background nor another garment: between an arm and a garment nothing
 * can be continued there but the skin.
 */
function pocketsOf(
  beside: Uint8Array,
  bare: Float32Array,
  { picture, body, regions }: Wearer,
): number[] {
  const tight = boxOfPlane(beside, picture)
  if (!tight) return []
  const box = clampBox(growBox(tight, UNCOVERED_BEHIND.near), picture)
  const around = (is: (at: number) => boolean): Uint8Array => {
    const plane = new Uint8Array(box.width * box.height)
    for (let i = 0; i < plane.length; i++) plane[i] = is(placeIn(box, i, picture)) ? 1 : 0
    return growMask(plane, box, UNCOVERED_BEHIND.near)
  }
  const behind = around((at) => body.mask.data[at]! <= UNCOVERED_BEHIND.person)
  const skin = around((at) => regions['body-skin'].data[at]! > IN_MASK || bare[at]! > 0)
  const other = around((at) => regions['lower-garment'].data[at]! > IN_MASK && beside[at] === 0)
  const own = new Float32Array(box.width * box.height)
  for (let i = 0; i < own.length; i++) own[i] = beside[placeIn(box, i, picture)]!
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  return findComponents(own, box.width, limits).flatMap(({ pixels }) =>
    pixels.some((i) => behind[i] || other[i]) || !pixels.some((i) => skin[i])
      ? []
      : pixels.map((i) => placeIn(box, i, picture)),
  )
}

/** The index in a picture of a pixel of a part of it. */
function placeIn({ left, top, width }: Box, i: number, picture: Size): number {
  return (top + Math.floor(i / width)) * picture.width + left + (i % width)
}

/** Whether a point lies beside a forearm, away from the body: a sleeve that was worn may hang there below the hem. */
function isOnArm(point: Point, { arms, torso }: Wearer): boolean {
  const near = UNCOVERED_SLEEVE * torso.shoulders
  return arms.some(
    ([, elbow, wrist], n) =>
      isNearLimb([elbow, wrist], point, near) &&
      (n === 0 ? -1 : 1) * (pixelToTorso(torso, point).u - pixelToTorso(torso, wrist).u) >
        -0.08 * torso.shoulders,
  )
}

/** How surely a pixel is skin, hair or face, 0–255. */
function skinOf({ regions }: Wearer, at: number): number {
  return regions['body-skin'].data[at]! + regions['face-skin'].data[at]! + regions.hair.data[at]!
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
    for (let below = at; below < end; below += picture.width) if (data[below]! > 128) return true
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
    if (around.some((place) => body.mask.data[place]! < 128 || lower[place]! > 200)) return false
    if (around.some((place) => skin[place]! > 200)) return true
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

/** The picture with background where `beside` is set, mixed by how much of what was worn is there. */
function fillBeside(
  wearer: Wearer,
  beside: Uint8Array,
  left: Float32Array,
  { old, isTop }: { old: Uint8Array; isTop: boolean },
): Picture {
  const { picture, body, regions } = wearer
  const { width } = picture
  const halo = Math.max(
    UNCOVERED_HALO.least,
    Math.round(UNCOVERED_HALO.share * wearer.torso.shoulders),
  )
  const seen = boxOfPlane(beside, picture)
  if (!seen) return picture
  const part = clampBox(growBox(seen, 2 * halo), picture)
  const planeOf = (valueAt: (at: number) => number, size: Box): Uint8Array => {
    const plane = new Uint8Array(size.width * size.height)
    for (let i = 0; i < plane.length; i++) plane[i] = valueAt(placeIn(size, i, picture))
    return plane
  }
  // Skin and other garments stay; what is covered is drawn over.
  const isKept = (at: number): boolean =>
    skinOf(wearer, at) > 20 ||
    regions.shoes.data[at]! > 20 ||
    regions['lower-garment'].data[at]! > 20
  // The edge of a wide sleeve is mixed with the background, and sharpened by cameras.
  const surely = planeOf(
    (at) => (isTop && beside[at] && left[at]! > UNCOVERED_SURELY ? 1 : 0),
    part,
  )
  const near = growMask(surely, part, halo)
  // Hair beside it is mixed with it softly.
  const nearHair = growMask(
    planeOf((at) => (regions.hair.data[at]! > 20 ? 1 : 0), part),
    part,
    halo,
  )
  const target = new Uint8Array(beside.length)
  const isWhole = new Uint8Array(beside.length)
  for (let i = 0; i < near.length; i++) {
    const at = placeIn(part, i, picture)
    target[at] = beside[at] || isKept(at) ? beside[at]! : near[i]!
    isWhole[at] = near[i] && !(beside[at] && nearHair[i]) ? 1 : 0
  }
  const tight = boxOfPlane(target, picture)
  if (!tight) return picture
  const box = clampBox(growBox(tight, COPIED_FROM), picture)
  // Below a hem the lower garment goes on, unless it is what is taken away.
  const lower = regions['lower-garment'].data
  const isOld = (at: number): boolean =>
    body.mask.data[at]! > 20 && (lower[at]! < 240 || old[at]! > 20)
  const plate = inpaint(
    crop(picture, box),
    planeOf((at) => (isOld(at) ? 1 : target[at]!), box),
    planeOf((at) => target[at]!, box),
    UNCOVERED_RIM,
  )
  const data = picture.data.slice()
  for (let y = 0, i = 0; y < box.height; y++) {
    for (let x = 0, at = (box.top + y) * width + box.left; x < box.width; x++, at++, i++) {
      if (!target[at]) continue
      const share = isWhole[at] ? 1 : Math.min(1, 3 * left[at]!)
      for (let c = 0; c < 3; c++) {
        const k = at * 4 + c
        data[k] = plate.data[i * 4 + c]! * share + picture.data[k]! * (1 - share)
      }
    }
  }
  return { ...picture, data }
}
