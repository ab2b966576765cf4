import { clampBox } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import type { Size } from '../../geometry/size.ts'
import type { Wearing } from '../../jewellery/wear-product.ts'
import type { ChainEnds } from './necklace-shape.ts'
import { VISIT_WORN_FINENESS, VISIT_WORN_SOLID } from './tuning.ts'

/**
 * What is told of a pixel of the photo that a necklace covers.
 * @param own the place in the product that lies there
 * @param share how far along the way between the ends of the chain that is: 0 at the left one, 1 at the right one
 * @param alpha of the product there
 */
type Visit = (x: number, y: number, own: Point, share: number, alpha: number) => void

/** Visits pixels of a photo that a necklace covers, evenly spread, what is behind the neck among them. */
export function visitWorn(
  { place, box, product }: Pick<Wearing, 'place' | 'box' | 'product'>,
  { left, right }: ChainEnds,
  picture: Size,
  visit: Visit,
): void {
  const { data, width, height } = product
  const part = clampBox(box, picture)
  const step = Math.max(1, Math.floor(Math.max(part.width, part.height) / VISIT_WORN_FINENESS))
  const visitRow = (y: number): void => {
    for (let x = part.left; x < part.left + part.width; x += step) {
      const own = place(x + 0.5, y + 0.5)
      const column = Math.floor(own.x)
      const row = Math.floor(own.y)
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const alpha = data[(row * width + column) * 4 + 3]!
      if (alpha >= VISIT_WORN_SOLID) visit(x, y, own, (own.x - left.x) / (right.x - left.x), alpha)
    }
  }
  for (let y = part.top; y < part.top + part.height; y += step) visitRow(y)
}
