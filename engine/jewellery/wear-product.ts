import { type Box, clampBox, growBox } from '../geometry/box.ts'
import { castShadow, type ShadowCast } from '../product/cast-shadow.ts'
import { matchPhoto, type Photography } from '../product/match-photo.ts'
import type { Product } from '../product/product.ts'
import { type Layer, type Placement, renderProduct } from '../product/render-product.ts'
import { debugPicture } from '../raster/debug.ts'
import type { Picture } from '../raster/picture.ts'
import { compositeLayer } from './composite-layer.ts'
import type { Light } from './estimate-light.ts'
import { HIDDEN_ALPHA } from './tuning.ts'

/** A product at its place in a photo. */
export type Wearing = {
  product: Product
  /** The part of the photo that the product may cover; it can reach beyond the photo. */
  box: Box
  place: Placement
  /** The share of the product that nothing hides, 0–1. */
  shows: (x: number, y: number) => number
  /** A product of which less shows, 0–1, is not drawn: slivers beside what hides it are no jewellery. @default 0 */
  least?: number
  light: Light
  ambient: number
  shadow: ShadowCast
  photography: Photography
}

/**
 * Draws a product into the pixels of a photo, which are changed: rendered at its place, as sharp and grainy as the
 * photo, in the photo's light, with a shadow, behind what is in front of it.
 * @returns the share of the product that shows, 0–1
 */
export function wearProduct(photo: Picture, wearing: Wearing): number {
  const room = Math.ceil(3 * wearing.photography.blur)
  const box = clampBox(growBox(wearing.box, room), photo)
  if (box.width === 0 || box.height === 0) return 0
  const layer = renderProduct(wearing.product, box, wearing.place)
  matchPhoto(layer, wearing.photography)
  const visible = hide(layer, wearing.shows)
  debugPicture('product as it is worn', () => pictureOf(layer))
  if (visible < (wearing.least ?? 0)) return visible
  const shadow = castShadow(layer, wearing.shadow)
  const { light, ambient } = wearing
  compositeLayer(photo, layer, { light, ambient, shadow })
  return visible
}

/** Takes what is hidden out of a layer. Returns the share that stays. */
function hide({ box, data }: Layer, shows: Wearing['shows']): number {
  let [all, kept] = [0, 0]
  const hideRow = (y: number): void => {
    for (let x = 0, at = 4 * y * box.width; x < box.width; x++, at += 4) {
      const alpha = data[at + 3]!
      if (alpha < HIDDEN_ALPHA) continue
      const share = shows(box.left + x, box.top + y)
      all += alpha
      kept += alpha * share
      for (let c = 0; c < 4; c++) data[at + c] = data[at + c]! * share
    }
  }
  for (let y = 0; y < box.height; y++) hideRow(y)
  return all === 0 ? 0 : kept / all
}

function pictureOf({ box: { width, height }, data }: Layer): Picture {
  return { width, height, data: Uint8ClampedArray.from(data, (value) => Math.sqrt(value) * 255) }
}
