import { outlineOf, type Piece, piecesOf } from '../../jewellery/product-shape.ts'
import type { Product } from '../../product/product.ts'
import { SET } from './tuning.ts'

/**
 * A necklace without the pair of earrings that a shop shows beside it: two pieces of one size, one on either side of
 * its middle and narrow beside it. Of them an end of the chain would be taken.
 */
export function leaveEarrings(product: Product): Product {
  const outline = outlineOf(product)
  const pieces = piecesOf(outline)
  const necklace = pieces.toSorted((a, b) => b.box.width - a.box.width)[0]
  const others = pieces.filter((piece) => piece !== necklace)
  if (!necklace || !isPair(others, necklace)) return product
  const data = product.data.slice()
  for (const { pixels } of others) {
    for (const at of pixels) clearBlock(data, product, outline, at)
  }
  return { ...product, data }
}

function isPair(others: readonly Piece[], necklace: Piece): boolean {
  const [left, right] = others
  if (!left || !right || others.length > 2) return false
  const [tall, other] = [left.box.height, right.box.height]
  const middle = necklace.box.left + necklace.box.width / 2
  const isAside = left.box.left + left.box.width < middle && right.box.left > middle
  const isAlike = Math.min(tall, other) > SET.alike * Math.max(tall, other)
  return isAside && isAlike && others.every(({ box }) => box.width < SET.most * necklace.box.width)
}

/** Clears what a pixel of an outline stands for, and the soft edge around it. */
function clearBlock(
  data: Product['data'],
  { width, height }: Product,
  { scale, width: columns }: { scale: number; width: number },
  at: number,
): void {
  const [x, y] = [(at % columns) * scale, Math.floor(at / columns) * scale]
  const room = SET.edge + scale
  for (let row = Math.max(0, y - SET.edge); row < Math.min(height, y + room); row++) {
    const from = row * width + Math.max(0, x - SET.edge)
    data.fill(0, 4 * from, 4 * (row * width + Math.min(width, x + room)))
  }
}
