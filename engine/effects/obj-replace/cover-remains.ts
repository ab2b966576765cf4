import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
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
  const longer = Math.max(picture.width, picture.height)
  const reach = Math.round(
    Math.min(
      COVER_REMAINS_REACH.most,
      Math.max(COVER_REMAINS_REACH.least, COVER_REMAINS_REACH.share * longer),
    ),
  )
  const box = boxOfPlane(mask.data, mask)
  if (!box) return mask
  const part = clampBox(growBox(box, (GROUND_END + 1) * reach), picture)
  const own = cropMask(mask, part)
  const grown = growConnected(sharesOfObject(crop(picture, part), own, reach), own, reach)
  debugPlane('remains of the object', grown, part)
  const data = new Uint8Array(mask.data)
  for (let y = 0, at = 0; y < part.height; y++) {
    for (let i = (part.top + y) * mask.width + part.left, x = 0; x < part.width; x++, i++, at++) {
      data[i] = Math.max(data[i]!, Math.round(255 * grown[at]!))
    }
  }
  return { width: mask.width, height: mask.height, data }
}

/** How much of the object each pixel shows that the mask does not cover whole, 0 to 1. */
function sharesOfObject(picture: Picture, mask: Mask, reach: number): Float32Array {
  const { width, height, data } = picture
  const object = Float32Array.from(mask.data, (level) => (level === 255 ? 1 : 0))
  const near = growMask(mask.data, mask, reach)
  const far = growMask(mask.data, mask, GROUND_END * reach)
  const ground = Float32Array.from(near, (own, i) => far[i]! - own)
  const shares = new Float32Array(width * height)
  if (!object.includes(1) || !ground.includes(1)) return shares
  const planes = [0, 1, 2].map((c) => Float32Array.from(shares, (_, i) => data[4 * i + c]!))
  const squares = planes.map((plane) => plane.map((own) => own * own))
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
    shares[i] = smoothstep(
      from,
      from + COVER_REMAINS_SHARE.full - COVER_REMAINS_SHARE.from,
      along / apart,
    )
  }
  return shares
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
  const certain = grown.map((own) => (own > COVER_REMAINS_CERTAIN ? 1 : 0))
  const beside = growMask(Uint8Array.from(certain), mask, 1)
  return grown.map((own, i) => Math.max(own, beside[i]!))
}
