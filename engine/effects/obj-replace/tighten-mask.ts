import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import { allocPlane, withArena } from '../../raster/arena.ts'
import { readLabPlanes } from '../../raster/colour/lab-planes.ts'
import { blurWithin } from '../../raster/filter/blur.ts'
import { closeMask } from '../../raster/mask/close-mask.ts'
import { findComponents, meanOver } from '../../raster/mask/find-components.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { cropMask } from '../../raster/pixels/crop.ts'
import { colourDistance, fitColourModel } from '../../regions/colour-model.ts'
import {
  TIGHT_CALM,
  TIGHT_COLOURS,
  TIGHT_CORE,
  TIGHT_EDGE,
  TIGHT_RIM,
  TIGHT_SHADE,
} from './tuning.ts'

/**
 * A mask without the rim of background that is drawn around a thing: what is nearer to the colours beyond the mask than
 * to those of its inside is left out, so that another colour ends where the thing does. Narrow gaps between parts of it
 * are its own where they have its colours, or lie in deep shade as below an arm. Masks that are too thin to have an
 * inside, and things of the colours of what is around them, keep theirs.
 */
export function tightenMask(picture: Picture, mask: Mask): Mask {
  const is = new Uint8Array(mask.data.length)
  let area = 0
  for (let i = 0; i < is.length; i++) {
    if (mask.data[i]! <= 127) continue
    is[i] = 1
    area++
  }
  const tight = boxOfPlane(is, picture)
  if (!tight) return mask
  const rim = Math.round(
    Math.min(TIGHT_RIM.most, Math.max(TIGHT_RIM.least, TIGHT_RIM.share * Math.sqrt(area))),
  )
  const box = clampBox(growBox(tight, 3 * rim), picture)
  const part = cropMask({ width: picture.width, height: picture.height, data: is }, box)
  const inside = eroded(part.data, part, rim)
  const around = growMask(part.data, part, 2 * rim)
  const closed = closeMask(part.data, part, Math.ceil(rim / 2))
  const isRing = around.slice()
  let [cores, rings] = [0, 0]
  for (let at = 0; at < inside.length; at++) {
    if (part.data[at] === 1) isRing[at] = 0
    cores += inside[at]!
    rings += isRing[at]!
  }
  if (cores < TIGHT_CORE * area || rings === 0) return mask
  return withArena(() => {
    const lab = readLabPlanes(picture, { ...part, area: box, scale: 1 })
    const thing = fitColourModel(lab, someOf(inside, cores), TIGHT_COLOURS.thing)
    const beside = someOf(isRing, rings)
    // Where a mask is too tight in places the thing goes on beyond it, and is no ground. Where most of the ring is like
    // the thing, the ground is.
    const apart = beside.filter((at) => colourDistance(lab, at, thing) > TIGHT_COLOURS.apart)
    const isApart = apart.length > TIGHT_COLOURS.mostly * beside.length
    const ground = fitColourModel(lab, isApart ? apart : beside, TIGHT_COLOURS.ground)
    const kept = allocPlane(part.data.length)
    const all = allocPlane(part.data.length)
    for (let at = 0; at < kept.length; at++) {
      all[at] = around[at]!
      kept[at] = inside[at]!
      if (inside[at] === 1 || closed[at] === 0) continue
      const own = TIGHT_COLOURS.surely * colourDistance(lab, at, thing)
      const isLike = own < colourDistance(lab, at, ground)
      const isShade = part.data[at] === 0 && lab.l[at]! < TIGHT_SHADE
      kept[at] = isLike || isShade ? 1 : 0
    }
    dropOtherParts(kept, part.data, growMask(inside, part, rim), part)
    // Leaves and other textures of the ground have specks of any colour.
    const calm = blurWithin(kept, all, part, Math.max(TIGHT_EDGE, TIGHT_CALM * rim))
    for (let at = 0; at < kept.length; at++) if (calm[at]! < 0.5) kept[at] = 0
    const soft = blurWithin(kept, all, part, TIGHT_EDGE)
    const data = mask.data.slice()
    for (let y = 0, at = 0; y < part.height; y++) {
      for (let x = 0; x < part.width; x++, at++) {
        const to = (box.top + y) * picture.width + box.left + x
        if (inside[at] === 1) continue
        const share = Math.min(1, Math.max(0, 2 * soft[at]! - 0.5))
        const level = Math.round(255 * share)
        const isGap = closed[at] === 1 && part.data[at] === 0
        data[to] = isGap ? Math.max(data[to]!, level) : Math.min(data[to]!, level)
      }
    }
    return { ...mask, data }
  })
}

/**
 * Leaves out whole, in `kept`, what sticks out of a mask's thick part and has other colours mostly: of the pole of a
 * sign specks alone would be left.
 */
function dropOtherParts(
  kept: Float32Array,
  mask: Uint8Array,
  thick: Uint8Array,
  { width }: Mask,
): void {
  const thin = new Float32Array(mask.length)
  for (let at = 0; at < thin.length; at++) if (mask[at] === 1 && thick[at] === 0) thin[at] = 1
  const bounds = { low: 1, high: 1, share: 0, most: thin.length }
  for (const component of findComponents(thin, width, bounds)) {
    if (meanOver(kept, component) < 0.5) for (const at of component.pixels) kept[at] = 0
  }
}

function eroded(mask: Uint8Array, size: Mask, by: number): Uint8Array {
  const outside = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++) outside[i] = 1 - mask[i]!
  const grown = growMask(outside, size, by)
  for (let i = 0; i < grown.length; i++) grown[i] = 1 - grown[i]!
  return grown
}

/** Some of the pixels of a mask that holds 1 for so many, 0 for the others. */
function someOf(mask: Uint8Array, count: number): number[] {
  const step = Math.max(1, Math.floor(count / 6000))
  const some: number[] = []
  for (let at = 0, n = 0; at < mask.length; at++) {
    if (mask[at] === 1 && n++ % step === 0) some.push(at)
  }
  return some
}
