import { inpaint } from '../../../fill/inpaint.ts'
import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../../geometry/box.ts'
import type { Size } from '../../../geometry/size.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Picture } from '../../../raster/picture.ts'
import { crop, cropMask } from '../../../raster/pixels/crop.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import type { FittedGarment } from '../fitted-garment.ts'
import type { Wearer } from '../measure/wearer.ts'
import {
  COPIED_FROM,
  LOOSE_SPECKS,
  UNCOVERED_GAP,
  UNCOVERED_HALO,
  UNCOVERED_RIM,
  UNCOVERED_SURELY,
} from '../tuning.ts'

/** Where what is behind a person, or worn below a hem, is continued. Planes are row by row over the box. */
export type HoleBeside = {
  box: Box
  /** 1 for each pixel that is filled. */
  target: Uint8Array
  /** 1 for each of these and for what nothing is continued from: the person and what was worn. */
  hidden: Uint8Array
  /** 1 where the fill replaces a pixel whole; elsewhere it is mixed by how much of what was worn is there. */
  whole: Uint8Array
}

/**
 * What is filled of the pixels that `beside` marks, with the soft edges beside them; undefined for none.
 * @param specks those of them into which nothing but the wall is continued
 */
export function holeBeside(
  wearer: Wearer,
  { instead, neckline }: Pick<FittedGarment, 'instead' | 'neckline'>,
  { beside, left }: { beside: Uint8Array; left: Float32Array },
  specks: readonly number[] = [],
): HoleBeside | undefined {
  const { picture, body, regions } = wearer
  const size = { width: picture.width, height: picture.height }
  const isTop = neckline !== undefined
  const halo = Math.max(
    UNCOVERED_HALO.least,
    Math.round(UNCOVERED_HALO.share * wearer.torso.shoulders),
  )
  const seen = boxOfPlane(beside, picture)
  if (!seen) return undefined
  const part = clampBox(growBox(seen, 2 * halo), picture)
  const places = placesIn(part, picture)
  // In a gap the wall shows, and the arm beside it ends where it does in the picture.
  const byGap = growMask(
    Uint8Array.from(places, (at) => wearer.gaps[at]!),
    part,
    UNCOVERED_GAP,
  )
  // Skin and other garments stay; what is covered is drawn over.
  const isKept = (at: number): boolean =>
    skinOf(wearer, at) > 20 ||
    regions.shoes.data[at]! > 20 ||
    regions['lower-garment'].data[at]! > 20
  // The edge of a wide sleeve is mixed with the background, and sharpened by cameras.
  const surely = new Uint8Array(places.length)
  const hair = new Uint8Array(places.length)
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!
    if (isTop && beside[at] && left[at]! > UNCOVERED_SURELY) surely[i] = 1
    if (regions.hair.data[at]! > 20) hair[i] = 1
  }
  const near = growMask(surely, part, halo)
  // Hair beside it is mixed with it softly.
  const nearHair = growMask(hair, part, halo)
  const target = new Uint8Array(beside.length)
  const isWhole = new Uint8Array(beside.length)
  for (let i = 0; i < near.length; i++) {
    const at = places[i]!
    const isSeen = wearer.gaps[at] === 1 || (byGap[i] && wearer.traced[at])
    target[at] = beside[at] || isSeen || isKept(at) ? beside[at]! : near[i]!
    isWhole[at] = near[i] && !(beside[at] && nearHair[i]) ? 1 : 0
  }
  const tight = boxOfPlane(target, picture)
  if (!tight) return undefined
  const box = clampBox(growBox(tight, COPIED_FROM), picture)
  // Below a hem the lower garment goes on, unless it is what is taken away.
  const lower = regions['lower-garment'].data
  const isOld = (at: number): boolean =>
    body.mask.data[at]! > 20 && (lower[at]! < 240 || instead.data[at]! > 20)
  const own = cropMask({ ...size, data: target }, box).data
  const hidden = own.slice()
  const around = placesIn(box, picture)
  const bySpeck = nearOf(specks, LOOSE_SPECKS.around, box, picture)
  for (let i = 0; i < hidden.length; i++) {
    const at = around[i]!
    if (isOld(at) || (bySpeck[i] && body.mask.data[at]! > 20)) hidden[i] = 1
  }
  return { box, target: own, hidden, whole: cropMask({ ...size, data: isWhole }, box).data }
}

/** 1 for each pixel of a box no farther from some of a picture than so many pixels. */
function nearOf(pixels: readonly number[], by: number, box: Box, picture: Size): Uint8Array {
  const plane = new Uint8Array(picture.width * picture.height)
  for (const at of pixels) plane[at] = 1
  return growMask(
    cropMask({ width: picture.width, height: picture.height, data: plane }, box).data,
    box,
    by,
  )
}

/** The engine's own continuation of what is around a hole. @returns a picture of the hole's box */
export function inpaintHole(picture: Picture, { box, target, hidden }: HoleBeside): Picture {
  return inpaint(crop(picture, box), hidden, target, UNCOVERED_RIM)
}

/** Lays what fills a hole into a picture's pixels, mixed by how much of what was worn is there. */
export function layFill(
  data: Picture['data'],
  picture: Picture,
  { box, target, whole }: HoleBeside,
  left: Float32Array,
  made: Picture,
): void {
  const places = placesIn(box, picture)
  for (let i = 0; i < target.length; i++) {
    if (!target[i]) continue
    const at = places[i]!
    const share = whole[i] ? 1 : Math.min(1, 3 * left[at]!)
    for (let c = 0; c < 3; c++) {
      const k = at * 4 + c
      data[k] = made.data[i * 4 + c]! * share + picture.data[k]! * (1 - share)
    }
  }
}

/** How surely a pixel is skin, hair or face, 0–255. */
export function skinOf({ regions }: Pick<Wearer, 'regions'>, at: number): number {
  return regions['body-skin'].data[at]! + regions['face-skin'].data[at]! + regions.hair.data[at]!
}
