import { solveMembrane } from '../../../fill/membrane.ts'
import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../../geometry/box.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { shrinkMask } from '../../../raster/mask/shrink-mask.ts'
import type { Mask } from '../../../raster/picture.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import { IN_MASK, SKIN_FROM_WALL, UNCOVERED_BEHIND, UNCOVERED_SHOULDERS } from '../tuning.ts'

/** What of the worn is uncovered, by pixel: the share that becomes skin, 0–1, and 1 where the wall is continued. */
type Parted = { left: Float32Array; bare: Float32Array; beside: Uint8Array }

/**
 * Parts what was worn around the neck and on the shoulders and is not covered into skin and wall along a smooth line,
 * in place: where a membrane between all skin and all wall around it is one half (Laplace's equation), which runs from
 * where both part to the new garment. What is thin and does not border the garment was no cloth, but the edge of a
 * neck or of hair, which stays as it is; so does what of skin only may have been worn.
 */
export function partSkinFromWall(
  parted: Parted,
  wearer: Pick<Wearer, 'picture' | 'body' | 'regions' | 'torso'>,
  instead: Mask,
  covered: Float32Array,
): void {
  const { picture, torso } = wearer
  const { left, bare, beside } = parted
  const zone = new Uint8Array(bare.length)
  for (let at = 0; at < zone.length; at++) {
    if (bare[at] === 0 && beside[at] === 0) continue
    const { v } = pixelToTorso(torso, { x: at % picture.width, y: Math.floor(at / picture.width) })
    if (v < UNCOVERED_SHOULDERS.below * torso.shoulders) zone[at] = 1
  }
  const tight = boxOfPlane(zone, picture)
  if (!tight) return
  const box = clampBox(growBox(tight, SKIN_FROM_WALL.around), picture)
  const places = placesIn(box, picture)
  const own = Uint8Array.from(places, (at) => zone[at]!)
  for (const i of looseIn(own, instead, covered, places, box)) {
    const at = places[i]!
    own[i] = left[at] = bare[at] = beside[at] = 0
  }
  keepWorn(own, wearer, instead, covered, places, box)
  const shares = skinShares(own, wearer, covered, places, box)
  for (let i = 0; i < own.length; i++) {
    const share = shares[i]!
    if (own[i] === 0 || share < 0) continue
    const at = places[i]!
    const open = 1 - covered[at]!
    const whole = bare[at]! > 0 ? bare[at]! : open
    bare[at] = whole * share
    beside[at] = share < 1 ? 1 : 0
  }
}

/** Pixels of what is thin and does not border the new garment, and of pieces in which nothing was surely worn. */
function looseIn(
  own: Uint8Array,
  instead: Mask,
  covered: Float32Array,
  places: Int32Array,
  box: Box,
): number[] {
  const cloth = Uint8Array.from(places, (at) => (covered[at]! >= 0.5 ? 1 : 0))
  const whole = own.map((is, i) => is | cloth[i]!)
  const thick = growMask(shrinkMask(whole, box, 1), box, 2)
  const byCloth = growMask(cloth, box, 2)
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  return findComponents(new Float32Array(own), box.width, limits).flatMap(({ pixels }) => {
    const isWorn = pixels.some(
      (i) => byCloth[i] || instead.data[places[i]!]! >= SKIN_FROM_WALL.worn,
    )
    return isWorn ? pixels.filter((i) => !thick[i]) : pixels
  })
}

/**
 * Leaves of pixels what surely was worn, with the rims beside it, which are mixed with it and neither skin nor hair.
 */
function keepWorn(
  own: Uint8Array,
  { body, regions }: Pick<Wearer, 'body' | 'regions'>,
  instead: Mask,
  covered: Float32Array,
  places: Int32Array,
  box: Box,
): void {
  for (let i = 0; i < own.length; i++) {
    if (instead.data[places[i]!]! < SKIN_FROM_WALL.worn) own[i] = 0
  }
  const near = growMask(own, box, SKIN_FROM_WALL.rim)
  for (let i = 0; i < own.length; i++) {
    const at = places[i]!
    if (!near[i] || covered[at]! >= 0.5 || body.mask.data[at]! <= UNCOVERED_BEHIND.person) continue
    const skin = Math.max(regions['body-skin'].data[at]!, regions['face-skin'].data[at]!)
    if (skin < IN_MASK && regions.hair.data[at]! <= SKIN_FROM_WALL.hair) own[i] = 1
  }
}

/** The share of each pixel that is skin, 0–1; −1 where either no skin or no wall borders what it belongs to. */
function skinShares(
  own: Uint8Array,
  { body, regions }: Pick<Wearer, 'body' | 'regions'>,
  covered: Float32Array,
  places: Int32Array,
  box: Box,
): Float32Array {
  const count = places.length
  const [known, skin, wall] = [0, 1, 2].map(() => new Uint8Array(count)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ]
  const level = new Float32Array(count)
  // Nothing flows through hair and the new garment, which lie before both.
  const through = new Float32Array(count).fill(1)
  for (let i = 0; i < count; i++) {
    const at = places[i]!
    const isBefore = covered[at]! >= 0.5 || regions.hair.data[at]! >= IN_MASK
    if (isBefore) through[i] = SKIN_FROM_WALL.before
    if (isBefore) continue
    if (body.mask.data[at]! < IN_MASK) wall[i] = known[i] = 1
    else if (own[i]) continue
    else if (Math.max(regions['body-skin'].data[at]!, regions['face-skin'].data[at]!) >= IN_MASK)
      skin[i] = known[i] = level[i] = 1
  }
  const shares = new Float32Array(count).fill(-1)
  if (!skin.includes(1) || !wall.includes(1)) return shares
  const planes = [level]
  solveMembrane(planes, known, box, through, through, own)
  const [bySkin, byWall] = [skin, wall].map((plane) => growMask(plane, box, SKIN_FROM_WALL.near))
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  for (const { pixels } of findComponents(new Float32Array(own), box.width, limits)) {
    if (!pixels.some((i) => bySkin![i]) || !pixels.some((i) => byWall![i])) continue
    for (const i of pixels) shares[i] = sharpened(level, i, box)
  }
  return shares
}

/** The share of a pixel that lies where a plane is above one half, from its slope there. */
function sharpened(level: Float32Array, i: number, { width, height }: Box): number {
  const [x, y] = [i % width, Math.floor(i / width)]
  const at = (column: number, row: number): number =>
    level[
      Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))
    ]!
  const slope = Math.hypot(at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1)) / 2
  return Math.min(1, Math.max(0, (level[i]! - 0.5) / Math.max(slope, 1e-3) + 0.5))
}
