import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocPlane, withArena } from '../../raster/arena.ts'
import { debugPlane } from '../../raster/debug.ts'
import { blurAllWithin, blurWithin } from '../../raster/filter/blur.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { crop, cropMask } from '../../raster/pixels/crop.ts'
import { withoutCrossing } from './strips-beside.ts'
import {
  COVER_REMAINS_CERTAIN,
  COVER_REMAINS_REACH,
  COVER_REMAINS_SHARE,
  COVER_REMAINS_SIGMA,
  COVER_REMAINS_WHOLE,
  GROUND_END,
  LEAST_APART,
} from './tuning.ts'

/**
 * A mask that also covers what an object leaves at its edge: pixels there are mixtures of object and ground, lenses and
 * JPEG spread them, and masks are drawn a little too tight. A pixel's share of the object is its place between the
 * colours that ground and object have nearby. Only what is connected with the mask counts, and nothing where the two
 * look alike.
 * @returns a mask that is nowhere below the one given
 */
export function coverRemains(picture: Picture, mask: Mask): Mask {
  const found = findRemains(picture, mask, (share, from) =>
    smoothstep(from, from + COVER_REMAINS_SHARE.full - COVER_REMAINS_SHARE.from, share),
  )
  if (!found) return mask
  const grown = coverBeside(found)
  debugPlane('remains of the object', grown, found.part)
  return raised(mask, { ...found, shares: grown })
}

/**
 * A mask that also covers what shows hardly anything but the object beside it. What goes on beyond the reach is no
 * remains: the shaded side of an arm beside black trousers is as dark as they are.
 */
export function takeWholeRemains(picture: Picture, mask: Mask): Mask {
  const found = findRemains(picture, mask, (share) => (share < COVER_REMAINS_WHOLE ? 0 : 1))
  if (!found) return mask
  const { part, shares } = found
  const reach = reachOfRemains(picture)
  const own = cropMask(mask, part).data
  const whole = new Uint8Array(shares.length)
  for (let at = 0; at < whole.length; at++) if (own[at] === 0 && shares[at]! > 0) whole[at] = 1
  if (!whole.includes(1)) return raised(mask, found)
  const kept = withoutCrossing(whole, growMask(own, part, reach), part, reach)
  for (let at = 0; at < whole.length; at++) if (whole[at] !== kept[at]) shares[at] = 0
  return raised(mask, found)
}

/** The shares of the object outside a mask, in the part of the picture around it. */
type Remains = { part: Box; shares: Float32Array }

/** How much a pixel counts by its share of the object, of which so much may be the ground's own. */
type Counting = (share: number, from: number) => number

/** How far outside the mask of a picture remains are looked for, pixels. */
export function reachOfRemains({ width, height }: Size): number {
  const { share, least, most } = COVER_REMAINS_REACH
  return Math.round(Math.min(most, Math.max(least, share * Math.max(width, height))))
}

function findRemains(picture: Picture, mask: Mask, counting: Counting): Remains | undefined {
  const reach = reachOfRemains(picture)
  const box = boxOfPlane(mask.data, mask)
  if (!box) return
  const part = clampBox(growBox(box, (GROUND_END + 1) * reach), picture)
  const own = cropMask(mask, part)
  const shares = sharesOfObject(crop(picture, part), own, reach, counting)
  return { part, shares: growConnected(shares, own, reach) }
}

/** A mask that is nowhere below the one given, and nowhere below the shares. */
function raised(mask: Mask, { part, shares }: Remains): Mask {
  const data = new Uint8Array(mask.data)
  for (let y = 0; y < part.height; y++) {
    const row = shares.subarray(y * part.width, (y + 1) * part.width)
    raiseRow(data, (part.top + y) * mask.width + part.left, row)
  }
  return { width: mask.width, height: mask.height, data }
}

function raiseRow(data: Uint8Array, start: number, shares: Float32Array): void {
  for (let x = 0, i = start; x < shares.length; x++, i++) {
    const share = shares[x]!
    if (share > 0) data[i] = Math.max(data[i]!, Math.round(255 * share))
  }
}

/** How much of the object each pixel shows that the mask does not cover whole, 0 to 1. */
function sharesOfObject(
  picture: Picture,
  mask: Mask,
  reach: number,
  counting: Counting,
): Float32Array {
  const { width, height } = picture
  const near = growMask(mask.data, mask, reach)
  const far = growMask(mask.data, mask, GROUND_END * reach)
  const shares = new Float32Array(width * height)
  const rim: number[] = []
  let [isObject, isGround] = [false, false]
  for (let i = 0; i < shares.length; i++) {
    if (mask.data[i] === 255) isObject = true
    else if (near[i]) rim.push(i)
    if (far[i]! > near[i]!) isGround = true
  }
  if (!isObject || !isGround) return shares
  // Of each pixel of the rim: how far it lies along the way from ground to object, that way squared, and the variance.
  const [along, apart, variance] = [0, 1, 2].map(() => new Float64Array(rim.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let c = 0; c < 3; c++) {
    withArena(() => {
      const { object, ground, plane, square } = planesOf(picture, c, { mask, near, far })
      const { object: inner, ground: outer } = COVER_REMAINS_SIGMA
      const inside = blurWithin(plane, object, picture, inner * reach)
      const [around, squares] = blurAllWithin([plane, square], ground, picture, outer * reach)
      for (let n = 0; n < rim.length; n++) {
        const i = rim[n]!
        const mean = around![i]!
        const to = inside[i]! - mean
        along[n] = along[n]! + (plane[i]! - mean) * to
        apart[n] = apart[n]! + to * to
        variance[n] = variance[n]! + Math.max(0, squares![i]! - mean * mean)
      }
    })
  }
  for (let n = 0; n < rim.length; n++) {
    if (apart[n]! < LEAST_APART ** 2) continue
    const { from, deviations } = COVER_REMAINS_SHARE
    const own = from + deviations * Math.sqrt(variance[n]! / apart[n]!)
    shares[rim[n]!] = counting(along[n]! / apart[n]!, own)
  }
  return shares
}

/** Planes of the open arena: 1 where object and ground are, the levels of a channel and their squares. */
function planesOf(
  { data }: Picture,
  c: number,
  { mask, near, far }: { mask: Mask; near: Uint8Array; far: Uint8Array },
): Record<'object' | 'ground' | 'plane' | 'square', Float32Array> {
  const newPlane = (): Float32Array => allocPlane(near.length)
  const planes = { object: newPlane(), ground: newPlane(), plane: newPlane(), square: newPlane() }
  const { object, ground, plane, square } = planes
  for (let i = 0, at = c; i < near.length; i++, at += 4) {
    const level = data[at]!
    object[i] = mask.data[i] === 255 ? 1 : 0
    ground[i] = far[i]! - near[i]!
    plane[i] = level
    square[i] = level * level
  }
  return planes
}

/** The shares of those pixels that are connected with what the mask touches, step by step outwards. */
function growConnected(shares: Float32Array, mask: Mask, reach: number): Float32Array {
  const { width, height, data } = mask
  const grown = new Float32Array(shares.length)
  const isSeen = new Uint8Array(shares.length)
  for (let i = 0; i < shares.length; i++) {
    if (data[i] === 0) continue
    grown[i] = shares[i]!
    isSeen[i] = 1
  }
  const touches = (i: number): boolean => {
    let found = false
    visitAround(i, width, height, (k) => {
      if (data[k]! > 0) found = true
    })
    return found
  }
  let ring: number[] = []
  for (let i = 0; i < shares.length; i++) {
    if (shares[i] !== 0 && data[i] === 0 && touches(i)) ring.push(i)
  }
  for (const i of ring) isSeen[i] = 1
  for (let step = 1; ring.length > 0; step++) {
    const next: number[] = []
    for (const i of ring) {
      grown[i] = shares[i]!
      if (step === reach) continue
      visitAround(i, width, height, (k) => {
        if (isSeen[k] || shares[k] === 0) return
        isSeen[k] = 1
        next.push(k)
      })
    }
    ring = next
  }
  return grown
}

/** Visits the pixels of a plane in the 3 x 3 around one. */
function visitAround(i: number, width: number, height: number, visit: (k: number) => void): void {
  const x = i % width
  const y = (i - x) / width
  const [left, right] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)]
  for (let yy = Math.max(0, y - 1); yy <= Math.min(height - 1, y + 1); yy++) {
    for (let k = yy * width + left; k <= yy * width + right; k++) visit(k)
  }
}

/** The shares, and whole beside what is certain. */
function coverBeside({ part, shares }: Remains): Float32Array {
  const certain = new Uint8Array(shares.length)
  for (let i = 0; i < shares.length; i++) if (shares[i]! > COVER_REMAINS_CERTAIN) certain[i] = 1
  const beside = growMask(certain, part, 1)
  const covered = new Float32Array(shares.length)
  for (let i = 0; i < shares.length; i++) covered[i] = Math.max(shares[i]!, beside[i]!)
  return covered
}
