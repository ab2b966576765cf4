import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../../geometry/box.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import type { Wearer } from '../measure/wearer.ts'
import { IN_MASK, UNCOVERED_BEHIND } from '../tuning.ts'

/**
 * Pixels of pieces that skin touches, and hardly any background nor another garment: between an arm and a garment, and
 * below a strap, nothing can be continued but the skin. Beyond an edge that was traced none lies.
 */
export function pocketsOf(
  beside: Uint8Array,
  bare: Float32Array,
  { picture, body, regions, traced }: Wearer,
): number[] {
  const tight = boxOfPlane(beside, picture)
  if (!tight) return []
  const box = clampBox(growBox(tight, UNCOVERED_BEHIND.near), picture)
  const places = placesIn(box, picture)
  const [isBehind, isSkin, isOther] = [0, 1, 2].map(() => new Uint8Array(places.length))
  const own = new Float32Array(places.length)
  const [ofSkin, ofLower] = [regions['body-skin'].data, regions['lower-garment'].data]
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!
    if (body.mask.data[at]! <= UNCOVERED_BEHIND.person) isBehind![i] = 1
    if (ofSkin[at]! > IN_MASK || bare[at]! > 0) isSkin![i] = 1
    if (ofLower[at]! > IN_MASK && beside[at] === 0) isOther![i] = 1
    own[i] = beside[at]!
  }
  const [behind, skin, other] = [isBehind!, isSkin!, isOther!].map((plane) =>
    growMask(plane, box, UNCOVERED_BEHIND.near),
  ) as [Uint8Array, Uint8Array, Uint8Array]
  const count = (pixels: readonly number[], plane: Uint8Array): number =>
    pixels.reduce((sum, i) => sum + plane[i]!, 0)
  const isInSkin = (pixels: readonly number[]): boolean =>
    !pixels.some((i) => other[i]) &&
    count(pixels, skin) > 0 &&
    count(pixels, behind) <= UNCOVERED_BEHIND.share * count(pixels, skin)
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  const isBeyondEdge = (pixels: readonly number[]): boolean =>
    pixels.reduce((sum, i) => sum + traced[places[i]!]!, 0) > pixels.length / 2
  return findComponents(own, box.width, limits).flatMap(({ pixels }) =>
    isInSkin(pixels) && !isBeyondEdge(pixels) ? pixels.map((i) => places[i]!) : [],
  )
}
