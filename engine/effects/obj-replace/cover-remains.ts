import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { debugPlane } from '../../raster/debug.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { crop, cropMask } from '../../raster/pixels/crop.ts'

/** How far outside the mask remains are looked for: a share of the picture's longer side, pixels at least and most. */
const REACH = { share: 0.006, least: 4, most: 10 } as const

/** The ring that shows the ground ends so far from the mask, in reaches; it begins at one. */
const GROUND_END = 3

/** Sigma over which the colours of the object and of the ground are averaged, in reaches. */
const SIGMA = { object: 1.5, ground: 3 } as const

/** The object must differ from its ground by so many levels for its remains to be told. */
const LEAST_APART = 24

/** The share of the object's colour from which on it counts, that counts whole, and deviations of the ground more. */
const SHARE = { from: 0.08, full: 0.22, deviations: 1.5 } as const

/**
 * A mask that also covers what an object leaves at its edge: pixels there are mixtures of object and ground, lenses and
 * JPEG spread them, and masks are drawn a little too tight. A pixel's share of the object is its place between the
 * colours that ground and object have nearby. Only what is connected with the mask counts, and nothing where the two
 * look alike.
 * @returns a mask that is nowhere below the one given
 */
export function coverRemains(picture: Picture, mask: Mask): Mask {
  const longer = Math.max(picture.width, picture.height)
  const reach = Math.round(Math.min(REACH.most, Math.max(REACH.least, REACH.share * longer)))
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

/** Beside a share above this a pixel counts whole: what it still has of the object is too little to be measured. */
const CERTAIN = 0.3

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
  const inside = blurAllWithin(planes, object, picture, SIGMA.object * reach)
  const around = blurAllWithin([...planes, ...squares], ground, picture, SIGMA.ground * reach)
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
    const from = SHARE.from + SHARE.deviations * Math.sqrt(variance / apart)
    shares[i] = smoothstep(from, from + SHARE.full - SHARE.from, along / apart)
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
  const certain = grown.map((own) => (own > CERTAIN ? 1 : 0))
  const beside = growMask(Uint8Array.from(certain), mask, 1)
  return grown.map((own, i) => Math.max(own, beside[i]!))
}
