import { Fault } from '../../../catalog/failures/fault.ts'
import { distance, type Point } from '../../geometry/point.ts'
import {
  holesOf,
  inProduct,
  type Outline,
  outlineOf,
  piecesOf,
} from '../../jewellery/product-shape.ts'
import { type Product, toProduct } from '../../product/product.ts'
import { CLOSED_SHARE, ENDS, NECKLACE_SHAPE_OUTER } from './tuning.ts'

/** The two ends of a chain in a product, where it goes behind the neck. */
export type ChainEnds = {
  left: Point
  right: Point
  /** Whether the product goes on above its ends: the back of a closed chain, which the neck hides. */
  isClosed: boolean
}

/**
 * Finds the ends of a chain: the upper ends of an open one, the widest places of a closed one.
 * @throws Fault `reference` for a product that is no chain
 */
export function findChainEnds(product: Product, index: number): ChainEnds {
  const outline = outlineOf(product)
  const [hole] = holesOf(outline)
  if (hole && hole.area > CLOSED_SHARE * product.width * product.height) {
    return { left: hole.leftmost, right: hole.rightmost, isClosed: true }
  }
  const ends = openEnds(outline)
  if (!ends) throw noChain(index)
  const [left, right] = ends.map((end) => inProduct(end, outline.scale))
  return { left: left!, right: right!, isClosed: false }
}

/** The two upper ends of an open chain; undefined where something lies between them. */
function openEnds(outline: Outline): [Point, Point] | undefined {
  const { width, height } = outline
  const pixels = piecesOf(outline).flatMap((piece) => piece.pixels)
  const left = upperEnd(
    pixels.filter((at) => at % width < NECKLACE_SHAPE_OUTER * width),
    outline,
  )
  const right = upperEnd(
    pixels.filter((at) => at % width > (1 - NECKLACE_SHAPE_OUTER) * width),
    outline,
  )
  if (!left || !right || right.x - left.x < ENDS.apart * width) return undefined
  const top = Math.max(left.y, right.y)
  const isClosed = pixels.some((at) => {
    const x = at % width
    const between =
      x > left.x + ENDS.between * (right.x - left.x) &&
      x < right.x - ENDS.between * (right.x - left.x)
    return between && Math.floor(at / width) < top + ENDS.top * height
  })
  return isClosed ? undefined : [left, right]
}

function noChain(index: number): Fault {
  return new Fault(
    'reference',
    `No chain with two ends was found in reference ${index}: show the necklace from the front, as it hangs, ` +
      'or give necklace_anchor_point.',
    { role: 'ref' },
  )
}

/** The middle of the uppermost pixels. */
function upperEnd(pixels: readonly number[], { width, height }: Outline): Point | undefined {
  const top = pixels.reduce((least, at) => Math.min(least, Math.floor(at / width)), height)
  const depth = Math.max(2, ENDS.depth * height)
  const upper = pixels.filter((at) => Math.floor(at / width) < top + depth)
  if (upper.length === 0) return undefined
  const x = upper.reduce((sum, at) => sum + (at % width) + 0.5, 0) / upper.length
  return { x, y: top + depth / 2 }
}

/** The ends that a parameter names, in the pixels of the product. */
export function givenEnds(
  product: Product,
  [a, b]: readonly [readonly [number, number], readonly [number, number]],
): ChainEnds {
  const [left, right] = [toProduct(product, ...a), toProduct(product, ...b)]
  if (distance(right, left) < 4) {
    throw new Fault('parameter', 'necklace_anchor_point names one place twice.')
  }
  return { left, right, isClosed: false }
}
