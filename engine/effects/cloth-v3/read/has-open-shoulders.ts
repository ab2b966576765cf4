import { type Point, pointBetween } from '../../../geometry/point.ts'
import type { Product } from '../../../product/product.ts'
import type { TopShape } from '../garment.ts'
import { OPEN_SHOULDERS } from '../tuning.ts'

/**
 * Whether the ground shows between neck and sleeves: straps with sleeves beside them, which lie on the arms. The
 * shoulder that is worn has cloth all over, and would be drawn with holes.
 */
export function hasOpenShoulders(
  product: Product,
  { neck, tips, armpits, sleeves }: Pick<TopShape, 'neck' | 'tips' | 'armpits' | 'sleeves'>,
): boolean {
  if (!sleeves) return false
  let [open, all] = [0, 0]
  for (const n of [0, 1] as const) {
    for (const across of OPEN_SHOULDERS.across) {
      const over = pointBetween(neck[n], tips[n], across)
      const under = { x: pointBetween(neck[n], armpits[n], across).x, y: armpits[n].y }
      for (const down of OPEN_SHOULDERS.down) {
        all++
        if (alphaAt(product, pointBetween(over, under, down)) < OPEN_SHOULDERS.cloth) open++
      }
    }
  }
  return open > OPEN_SHOULDERS.most * all
}

function alphaAt({ width, height, data }: Product, { x, y }: Point): number {
  const [column, row] = [Math.round(x), Math.round(y)]
  if (column < 0 || row < 0 || column >= width || row >= height) return 0
  return data[4 * (row * width + column) + 3]!
}
