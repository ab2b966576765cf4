import type { Product } from '../../../product/product.ts'
import { type LabColour, linearToLab } from '../../../raster/colour/lab.ts'

/**
 * The mean colour of nine places of a product around one.
 * @param least how many of them are cloth at least @returns undefined where fewer are
 */
export function clothAround(
  product: Product,
  x: number,
  y: number,
  least = 5,
): LabColour | undefined {
  const sum = [0, 0, 0, 0]
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const [column, row] = [Math.floor(x) + dx, Math.floor(y) + dy]
      if (column < 0 || row < 0 || column >= product.width || row >= product.height) continue
      const at = 4 * (row * product.width + column)
      for (let c = 0; c < 4; c++) sum[c] = sum[c]! + product.data[at + c]!
    }
  }
  const alpha = sum[3]!
  return alpha < least ? undefined : linearToLab(sum[0]! / alpha, sum[1]! / alpha, sum[2]! / alpha)
}
