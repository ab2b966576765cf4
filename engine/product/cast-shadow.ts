import type { Box } from '../geometry/box.ts'
import type { Point } from '../geometry/point.ts'
import { withArena } from '../raster/arena.ts'
import { blur } from '../raster/filter/blur.ts'
import type { Layer } from './render-product.ts'
import { LEAST_SHADOW } from './tuning.ts'

/** A shadow over a part of the photo: the share of the light it takes, 0–1. */
export type Shadow = { box: Box; data: Float32Array }

/** How a product casts its shadow. */
export type ShadowCast = {
  /** 0 none, 1 all of the light under the middle of a wide product. */
  intensity: number
  /** Where the shadow falls from the product, pixels. */
  offset: Point
  /** Its softness, pixels. */
  sigma: number
  /** How much of the shadow a pixel of the photo receives, 0–1: what is far behind the product does not. */
  receives: (x: number, y: number) => number
}

/** The shadow that lies beside what touches the skin: the layer's alpha, moved, softened, and where it is received. */
export function castShadow(layer: Layer, cast: ShadowCast): Shadow {
  const reach = Math.ceil(
    3 * cast.sigma + Math.max(Math.abs(cast.offset.x), Math.abs(cast.offset.y)),
  )
  const box = {
    left: layer.box.left - reach,
    top: layer.box.top - reach,
    width: layer.box.width + 2 * reach,
    height: layer.box.height + 2 * reach,
  }
  const [dx, dy] = [reach + Math.round(cast.offset.x), reach + Math.round(cast.offset.y)]
  const alpha = new Float32Array(box.width * box.height)
  for (let y = 0; y < layer.box.height; y++) {
    for (let x = 0; x < layer.box.width; x++) {
      const to = (y + dy) * box.width + x + dx
      alpha[to] = layer.data[(y * layer.box.width + x) * 4 + 3]!
    }
  }
  const data = withArena(() => blur(alpha, box, cast.sigma).slice())
  for (let y = 0, i = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++, i++) {
      const share = data[i]! * cast.intensity
      data[i] = share < LEAST_SHADOW ? 0 : share * cast.receives(box.left + x, box.top + y)
    }
  }
  return { box, data }
}
