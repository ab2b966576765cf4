import type { Shadow } from '../product/cast-shadow.ts'
import { layShadow } from '../product/lay-shadow.ts'
import type { Layer } from '../product/render-product.ts'
import { linearToSrgb, srgbToLinear } from '../raster/colour/lab.ts'
import type { Picture } from '../raster/picture.ts'
import type { Light } from './estimate-light.ts'
import { LEAST_ALPHA, PRODUCT_HIGHLIGHT } from './tuning.ts'

/** How a layer is put into a photo. */
export type Composition = {
  light: Light
  /** 0 leaves the product's own light, 1 gives it the photo's. */
  ambient: number
  shadow: Shadow
}

/** Linear light of whole sRGB levels. */
const LIGHT = Float32Array.from({ length: 256 }, (_, level) => srgbToLinear(level))

/** Puts a layer and its shadow into the pixels of a photo, which are changed. Mixing happens in linear light. */
export function compositeLayer(photo: Picture, layer: Layer, composition: Composition): void {
  layShadow(photo, composition.shadow)
  const { light, ambient } = composition
  const { gain, slope } = light
  const { left, top, width, height } = layer.box
  const [middleX, middleY] = [left + width / 2, top + height / 2]
  const isLevel = slope.x === 0 && slope.y === 0
  const own = layer.data
  const pixels = photo.data
  const end = Math.min(width, photo.width - left)
  const compositeRow = (row: number): void => {
    const y = top + row
    for (let column = Math.max(0, -left); column < end; column++) {
      const from = (row * width + column) * 4
      const alpha = own[from + 3]!
      if (alpha < LEAST_ALPHA) continue
      const x = left + column
      const lean = isLevel ? 1 : Math.exp(slope.x * (x - middleX) + slope.y * (y - middleY))
      const brightest = Math.max(own[from]!, own[from + 1]!, own[from + 2]!)
      const glint = highlightShare(brightest / alpha)
      const to = (y * photo.width + x) * 4
      for (let c = 0; c < 3; c++) {
        const full = gain[c]! * lean
        // A highlight is darkened by the square root: a lamp's mirror image outshines the skin beside it.
        const lit = full + (Math.sqrt(full) - full) * glint
        const share = 1 + (lit - 1) * ambient
        const under = LIGHT[pixels[to + c]!]! * (1 - alpha)
        pixels[to + c] = linearToSrgb(own[from + c]! * share + under)
      }
    }
  }
  const below = Math.min(height, photo.height - top)
  for (let row = Math.max(0, -top); row < below; row++) compositeRow(row)
}

function highlightShare(light: number): number {
  const t = Math.min(
    1,
    Math.max(0, (light - PRODUCT_HIGHLIGHT.from) / (PRODUCT_HIGHLIGHT.to - PRODUCT_HIGHLIGHT.from)),
  )
  return t * t * (3 - 2 * t)
}
