import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import { medianOrZero } from '../../geometry/quantile.ts'
import { allocPlane, withArena } from '../../raster/arena.ts'
import type { LabColour } from '../../raster/colour/lab.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { debugPlane } from '../../raster/debug.ts'
import { blur } from '../../raster/filter/blur.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { cropMask } from '../../raster/pixels/crop.ts'
import { pickPixels } from './pick-pixels.ts'
import { readLabOf } from './read-lab-of.ts'
import { stripsBeside } from './strips-beside.ts'
import { OBJECT_SURFACE_PIXELS, OWN_DYE, TIGHT_EDGE } from './tuning.ts'

/**
 * A mask that also covers narrow strips of the thing beyond its edge which a mask drawn by hand leaves: what touches
 * the mask, has the dye of the thing in whatever light (its chroma relative to its lightness is that of the thing) and
 * ends within a few pixels. What goes on farther is the rest of a thing that was masked in part, or another one. Things
 * without a colour of their own, and those whose colour is found around them, keep their masks.
 * @returns a mask that is nowhere below the one given
 */
export function takeOwnDye(picture: Picture, mask: Mask): Mask {
  if (!mask.data.includes(255)) return mask
  const some = readLabOf(picture, pickPixels(mask, OBJECT_SURFACE_PIXELS))
  const [l, a, b] = [medianOrZero(some.l), medianOrZero(some.a), medianOrZero(some.b)]
  if (Math.hypot(a, b) < OWN_DYE.coloured) return mask
  const box = boxOfPlane(mask.data, mask)
  if (!box) return mask
  const { least, share } = OWN_DYE.reach
  const reach = Math.max(least, Math.round(share * Math.max(mask.width, mask.height)))
  const part = clampBox(growBox(box, 2 * reach), picture)
  const size = { width: part.width, height: part.height }
  const thing = cropMask(mask, part).data
  for (let at = 0; at < thing.length; at++) thing[at] = thing[at]! > 127 ? 1 : 0
  const ring = growMask(thing, size, reach)
  const around = growMask(thing, size, 2 * reach)
  const toPicture = (at: number): number => {
    const y = Math.floor(at / part.width)
    return (part.top + y) * picture.width + part.left + (at - y * part.width)
  }
  const [dye, from] = [
    { l, a, b },
    { picture, toPicture },
  ]
  // Every pixel of the ring, and some of what lies beyond it, which tells whether the dye is found elsewhere.
  const far: number[] = []
  let beyond = 0
  for (let at = 0; at < thing.length; at += OWN_DYE.apart) {
    if (around[at] === ring[at]) continue
    beyond++
    if (spreadAt(picture, toPicture(at)) >= OWN_DYE.grey) far.push(at)
  }
  if (dyedOf(far, from, dye).length > OWN_DYE.elsewhere * beyond) return mask
  const near: number[] = []
  for (let at = 0; at < thing.length; at++) {
    if (ring[at] === thing[at]) continue
    if (spreadAt(picture, toPicture(at)) >= OWN_DYE.grey) near.push(at)
  }
  const own = new Uint8Array(thing.length)
  for (const at of dyedOf(near, from, dye)) own[at] = 1
  const strips = stripsBeside(own, { thing, ring }, size, reach)
  if (!strips.includes(1)) return mask
  debugPlane('strips of its own dye', strips, part)
  // Where the strip ends in mixtures with the ground its edge is ragged.
  const soft = withArena(() => {
    const covered = allocPlane(thing.length)
    for (let at = 0; at < covered.length; at++) covered[at] = Math.max(thing[at]!, strips[at]!)
    return Float32Array.from(blur(covered, size, TIGHT_EDGE))
  })
  const data = new Uint8Array(mask.data)
  for (let at = 0; at < strips.length; at++) {
    if (strips[at] === 0) continue
    const i = toPicture(at)
    data[i] = Math.max(
      data[i]!,
      Math.round(
        255 * Math.min(1, Math.max(0, (soft[at]! - OWN_DYE.edge.from) / OWN_DYE.edge.over)),
      ),
    )
  }
  return { ...mask, data }
}

/** Those of some pixels of a part that have a dye. */
function dyedOf(
  pixels: readonly number[],
  { picture, toPicture }: { picture: Picture; toPicture: (at: number) => number },
  dye: LabColour,
): number[] {
  const at = new Int32Array(pixels.length)
  for (let n = 0; n < at.length; n++) at[n] = toPicture(pixels[n]!)
  const lab = readLabOf(picture, at)
  return pixels.filter((_, n) => isDyed(lab, n, dye))
}

/** How far apart the levels of a pixel's channels are: next to nothing where there is no dye, and found at once. */
function spreadAt({ data }: Picture, i: number): number {
  const [r, g, b] = [data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!]
  return Math.max(r, g, b) - Math.min(r, g, b)
}

/** Whether a pixel has a dye, in more light or less. */
function isDyed(lab: LabPlanes, n: number, { l, a, b }: LabColour): boolean {
  const [ownA, ownB] = [lab.a[n]!, lab.b[n]!]
  if (Math.hypot(ownA, ownB) < OWN_DYE.faintest) return false
  const light = (lab.l[n]! + 16) / (l + 16)
  return Math.hypot(ownA - light * a, ownB - light * b) < OWN_DYE.alike * light * Math.hypot(a, b)
}
