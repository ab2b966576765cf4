import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import type { ByRegion } from '../../../regions/region-names.ts'
import { MIXED_RIMS } from '../tuning.ts'

type Rgb = readonly [number, number, number]

/**
 * Regions without the rims of a top where skin meets the wall: a camera mixes the colours of both there, which pass for
 * cloth. A rim that is rather a mixture of both than of the colour of the top is none of it.
 */
export function withoutMixedRims(
  picture: Picture,
  regions: ByRegion<Mask>,
  { mask, shoulders }: { mask: Mask; shoulders: number },
): ByRegion<Mask> {
  const { width, height, data } = regions['upper-garment']
  const skin = regions['body-skin'].data
  const rim = Math.max(2, Math.round(MIXED_RIMS.rim * shoulders))
  const [wall, bare] = [0, 1].map(() => new Uint8Array(data.length))
  const dye = [0, 0, 0]
  let pure = 0
  for (let at = 0; at < data.length; at++) {
    if (mask.data[at]! < MIXED_RIMS.wall) wall![at] = 1
    if (skin[at]! > MIXED_RIMS.pure) bare![at] = 1
    if (data[at]! <= MIXED_RIMS.pure) continue
    pure++
    for (let c = 0; c < 3; c++) dye[c] = dye[c]! + picture.data[4 * at + c]!
  }
  if (pure === 0) return regions
  const own: Rgb = [dye[0]! / pure, dye[1]! / pure, dye[2]! / pure]
  const [byWall, bySkin] = [wall!, bare!].map((plane) => growMask(plane, picture, rim))
  const kept = data.slice()
  for (let at = 0; at < data.length; at++) {
    if (data[at] === 0 || !byWall![at] || !bySkin![at]) continue
    const outside = nearest(picture, wall!, at, 2 * rim, rim)
    const inside = nearest(picture, bare!, at, 2 * rim, 1)
    if (!outside || !inside) continue
    const colour = colourAt(picture, at)
    if (fromMixture(colour, inside, outside) < distanceOf(colour, own)) kept[at] = 0
  }
  return { ...regions, 'upper-garment': { width, height, data: kept } }
}

/** The colour of the nearest pixel of a plane, to the sides or above and below, `beyond` it; undefined without one. */
function nearest(
  picture: Picture,
  plane: Uint8Array,
  at: number,
  most: number,
  beyond: number,
): Rgb | undefined {
  for (let by = 0; by <= most; by++) {
    for (const step of [-1, 1, -picture.width, picture.width]) {
      if (plane[at + by * step] !== 1) continue
      const far = at + (by + beyond) * step
      return colourAt(picture, plane[far] === 1 ? far : at + by * step)
    }
  }
  return undefined
}

function colourAt({ data }: Picture, at: number): Rgb {
  return [data[4 * at]!, data[4 * at + 1]!, data[4 * at + 2]!]
}

/** How far a colour lies from the nearest mixture of two others, in levels. */
function fromMixture(colour: Rgb, one: Rgb, other: Rgb): number {
  let [along, length] = [0, 0]
  for (let c = 0; c < 3; c++) {
    const out = other[c]! - one[c]!
    along += out * (colour[c]! - one[c]!)
    length += out * out
  }
  const share = Math.min(1, Math.max(0, along / (length || 1)))
  return distanceOf(
    colour,
    [0, 1, 2].map((c) => one[c]! + share * (other[c]! - one[c]!)) as unknown as Rgb,
  )
}

function distanceOf(one: Rgb, other: Rgb): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
}
