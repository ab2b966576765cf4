import type { Shadow } from '../product/cast-shadow.ts'
import type { Layer } from '../product/render-product.ts'
import { linearToSrgb, srgbToLinear } from '../raster/lab.ts'
import type { Picture } from '../raster/picture.ts'
import type { Light } from './estimate-light.ts'

/** How a layer is put into a photo. */
export type Composition = {
  light: Light
  /** 0 leaves the product's own light, 1 gives it the photo's. */
  ambient: number
  shadow: Shadow
}

/** Linear light from which on a pixel of the product is a highlight: it mirrors a lamp, and keeps most of its light. */
const HIGHLIGHT = { from: 0.55, to: 0.95 } as const

/** Puts a layer and its shadow into the pixels of a photo, which are changed. Mixing happens in linear light. */
export function compositeLayer(photo: Picture, layer: Layer, composition: Composition): void {
  darken(photo, composition.shadow)
  const { light, ambient } = composition
  const { left, top, width, height } = layer.box
  const [middleX, middleY] = [left + width / 2, top + height / 2]
  for (let row = 0; row < height; row++) {
    const y = top + row
    if (y < 0 || y >= photo.height) continue
    for (let column = 0; column < width; column++) {
      const x = left + column
      const from = (row * width + column) * 4
      const alpha = layer.data[from + 3]!
      if (alpha < 0.004 || x < 0 || x >= photo.width) continue
      const lean = Math.exp(light.slope.x * (x - middleX) + light.slope.y * (y - middleY))
      const brightest = Math.max(layer.data[from]!, layer.data[from + 1]!, layer.data[from + 2]!)
      const glint = highlightShare(brightest / alpha)
      const to = (y * photo.width + x) * 4
      for (let c = 0; c < 3; c++) {
        const full = light.gain[c]! * lean
        // A highlight is darkened by the square root: a lamp's mirror image outshines the skin beside it.
        const lit = full + (Math.sqrt(full) - full) * glint
        const gain = 1 + (lit - 1) * ambient
        const under = srgbToLinear(photo.data[to + c]!) * (1 - alpha)
        photo.data[to + c] = linearToSrgb(layer.data[from + c]! * gain + under)
      }
    }
  }
}

function highlightShare(light: number): number {
  const t = Math.min(1, Math.max(0, (light - HIGHLIGHT.from) / (HIGHLIGHT.to - HIGHLIGHT.from)))
  return t * t * (3 - 2 * t)
}

function darken(photo: Picture, { box, data }: Shadow): void {
  for (let row = 0, i = 0; row < box.height; row++) {
    const y = box.top + row
    for (let column = 0; column < box.width; column++, i++) {
      const x = box.left + column
      if (data[i] === 0 || y < 0 || x < 0 || y >= photo.height || x >= photo.width) continue
      const to = (y * photo.width + x) * 4
      for (let c = 0; c < 3; c++) {
        photo.data[to + c] = linearToSrgb(srgbToLinear(photo.data[to + c]!) * (1 - data[i]!))
      }
    }
  }
}
