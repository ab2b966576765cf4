import type { Product } from '../../../engine/product/product.ts'

/**
 * The overlap (intersection over union) of a product's alpha with the alpha that was drawn, both as soft masks.
 * @param alpha one byte for each pixel of the product's picture
 * @param row pixels in a row of that picture
 */
export function cutOutOverlap(
  { data, left, top, width, height, scale }: Product,
  alpha: Uint8Array,
  row: number,
): number {
  if (scale !== 1) throw new Error('The product was cut out at less than its full size.')
  const own = new Float32Array(alpha.length)
  for (let at = 0; at < width * height; at++) {
    own[(top + Math.floor(at / width)) * row + left + (at % width)] = data[4 * at + 3]!
  }
  let [both, either] = [0, 0]
  for (const [at, level] of alpha.entries()) {
    both += Math.min(own[at]!, level / 255)
    either += Math.max(own[at]!, level / 255)
  }
  return both / either
}
