import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import { allocPlane, withArena } from '../../raster/arena.ts'
import { readLabPlanes } from '../../raster/colour/lab-planes.ts'
import { blurWithin } from '../../raster/filter/blur.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { cropMask } from '../../raster/pixels/crop.ts'
import { colourDistance, fitColourModel } from '../../regions/colour-model.ts'
import { TIGHT_COLOURS, TIGHT_CORE, TIGHT_EDGE, TIGHT_RIM } from './tuning.ts'

/**
 * A mask without the rim of background that is drawn around a thing: what is nearer to the colours beyond the mask than
 * to those of its inside is left out, so that another colour ends where the thing does. Masks that are too thin to have
 * an inside, and things of the colours of what is around them, keep theirs.
 */
export function tightenMask(picture: Picture, mask: Mask): Mask {
  const is = mask.data.map((level) => (level > 127 ? 1 : 0))
  const tight = boxOfPlane(is, picture)
  if (!tight) return mask
  const area = is.reduce((sum, one) => sum + one, 0)
  const rim = Math.round(
    Math.min(TIGHT_RIM.most, Math.max(TIGHT_RIM.least, TIGHT_RIM.share * Math.sqrt(area))),
  )
  const box = clampBox(growBox(tight, 3 * rim), picture)
  const part = cropMask({ width: picture.width, height: picture.height, data: is }, box)
  const inside = eroded(part.data, part, rim)
  const around = growMask(part.data, part, 2 * rim)
  const [core, ring]: [number[], number[]] = [[], []]
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === 1) core.push(at)
    else if (around[at] === 1 && part.data[at] === 0) ring.push(at)
  }
  if (core.length < TIGHT_CORE * area || ring.length === 0) return mask
  return withArena(() => {
    const lab = readLabPlanes(picture, { ...part, area: box, scale: 1 })
    const thing = fitColourModel(lab, someOf(core), TIGHT_COLOURS.thing)
    const beside = someOf(ring)
    // Where a mask is too tight in places the thing goes on beyond it, and is no ground. Where most of the ring is like
    // the thing, the ground is.
    const apart = beside.filter((at) => colourDistance(lab, at, thing) > TIGHT_COLOURS.apart)
    const isApart = apart.length > TIGHT_COLOURS.mostly * beside.length
    const ground = fitColourModel(lab, isApart ? apart : beside, TIGHT_COLOURS.ground)
    const kept = allocPlane(part.data.length)
    const all = allocPlane(part.data.length)
    for (let at = 0; at < kept.length; at++) {
      all[at] = around[at]!
      const isOwn =
        inside[at] === 1 ||
        (part.data[at] === 1 &&
          TIGHT_COLOURS.surely * colourDistance(lab, at, thing) < colourDistance(lab, at, ground))
      kept[at] = isOwn ? 1 : 0
    }
    const soft = blurWithin(kept, all, part, TIGHT_EDGE)
    const data = mask.data.slice()
    for (let y = 0, at = 0; y < part.height; y++) {
      for (let x = 0; x < part.width; x++, at++) {
        const to = (box.top + y) * picture.width + box.left + x
        if (inside[at] === 1) continue
        const share = Math.min(1, Math.max(0, 2 * soft[at]! - 0.5))
        data[to] = Math.min(data[to]!, Math.round(255 * share))
      }
    }
    return { ...mask, data }
  })
}

function eroded(mask: Uint8Array, size: Mask, by: number): Uint8Array {
  const outside = growMask(
    mask.map((one) => 1 - one),
    size,
    by,
  )
  return outside.map((one) => 1 - one)
}

function someOf(pixels: readonly number[]): number[] {
  const step = Math.max(1, Math.floor(pixels.length / 6000))
  return pixels.filter((_, n) => n % step === 0)
}
