import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { debugPlane } from '../../raster/debug.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { crop, cropMask } from '../../raster/pixels/crop.ts'
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

/** A mask that also has, of each pixel at its edge, the share of it that shows the object; as {@link coverRemains}. */
export function shareOfRemains(picture: Picture, mask: Mask): Mask {
  const found = findRemains(picture, mask, (share, from) => (share < from ? 0 : Math.min(1, share)))
  return found ? raised(mask, found) : mask
}

/** A mask that also covers what shows hardly anything but the object beside it. */
export function takeWholeRemains(picture: Picture, mask: Mask): Mask {
  const found = findRemains(picture, mask, (share) => (share < COVER_REMAINS_WHOLE ? 0 : 1))
  return found ? raised(mask, found) : mask
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
  for (let y = 0, at = 0; y < part.height; y++) {
    for (let i = (part.top + y) * mask.width + part.left, x = 0; x < part.width; x++, i++, at++) {
      data[i] = Math.max(data[i]!, Math.round(255 * shares[at]!))
    }
  }
  return { width: mask.width, height: mask.height, data }
}

/** How much of the object each pixel shows that the mask does not cover whole, 0 to 1. */
function sharesOfObject(
  picture: Picture,
  mask: Mask,
  reach: number,
  counting: Counting,
): Float32Array {
  const { width, height, data } = picture
  const near = growMask(mask.data, mask, reach)
  const far = growMask(mask.data, mask, GROUND_END * reach)
  const shares = new Float32Array(width * height)
  const [object, ground] = [new Float32Array(shares.length), new Float32Array(shares.length)]
  for (let i = 0; i < shares.length; i++) {
    if (mask.data[i] === 255) object[i] = 1
    ground[i] = far[i]! - near[i]!
  }
  if (!object.includes(1) || !ground.includes(1)) return shares
  const [planes, squares] = colourPlanes(data)
  const inside = blurAllWithin(planes, object, picture, COVER_REMAINS_SIGMA.object * reach)
  const around = blurAllWithin(
    [...planes, ...squares],
    ground,
    picture,
    COVER_REMAINS_SIGMA.ground * reach,
  )
  for (let i = 0; i < shares.length; i++) {
    if (!near[i] || object[i]) continue
    let [along, apart, variance] = [0, 0, 0]
    for (let c = 0; c < 3; c++) {
      const mean = around[c]![i]!
      const to = inside[c]![i]! - mean
      along += (planes[c]![i]! - mean) * to
      apart += to * to
      variance += Math.max(0, around[c + 3]![i]! - mean * mean)
    }
    if (apart < LEAST_APART ** 2) continue
    const from =
      COVER_REMAINS_SHARE.from + COVER_REMAINS_SHARE.deviations * Math.sqrt(variance / apart)
    shares[i] = counting(along / apart, from)
  }
  return shares
}

/** Red, green and blue as planes, and their squares. */
function colourPlanes(data: Uint8ClampedArray): [planes: Float32Array[], squares: Float32Array[]] {
  const newPlanes = (): Float32Array[] => [0, 1, 2].map(() => new Float32Array(data.length / 4))
  const [planes, squares] = [newPlanes(), newPlanes()]
  for (let c = 0; c < 3; c++) {
    const [plane, square] = [planes[c]!, squares[c]!]
    for (let i = 0, at = c; i < plane.length; i++, at += 4) {
      plane[i] = data[at]!
      square[i] = data[at]! ** 2
    }
  }
  return [planes, squares]
}

/** The shares of those pixels that are connected with what the mask touches, step by step outwards. */
function growConnected(shares: Float32Array, mask: Mask, reach: number): Float32Array {
  const { width, data } = mask
  let covered: Uint8Array = data.map((level) => (level > 0 ? 1 : 0))
  const grown = shares.map((own, i) => (covered[i] ? own : 0))
  for (let step = 0; step < reach; step++) {
    const next = growMask(covered, { width, height: mask.height }, 1)
    for (let i = 0; i < next.length; i++) {
      if (!next[i] || covered[i]) continue
      if (shares[i] === 0) next[i] = 0
      else grown[i] = shares[i]!
    }
    covered = next
  }
  return grown
}

/** The shares, and whole beside what is certain. */
function coverBeside({ part, shares }: Remains): Float32Array {
  const certain = shares.map((own) => (own > COVER_REMAINS_CERTAIN ? 1 : 0))
  const beside = growMask(Uint8Array.from(certain), part, 1)
  return shares.map((own, i) => Math.max(own, beside[i]!))
}
