import { Fault } from '../../../catalog/failures/fault.ts'
import { distance, type Point } from '../../geometry/point.ts'
import { holesOf, outlineOf } from '../../jewellery/product-shape.ts'
import { type Product, toProduct } from '../../product/product.ts'
import { BRACELET_SHAPE_OPEN } from './tuning.ts'

/** Where the inner edge of a bracelet touches the arm, in pixels of the product: left before right. */
export type InnerEdges = {
  left: Point
  right: Point
  /** Whether the product is the front of a ring only, as it looks on an arm. */
  isFront?: boolean
}

/**
 * Finds the two inner edges of a bracelet: the ends of its opening.
 * @throws Fault `reference` for a product without an opening for an arm
 */
export function findInnerEdges(product: Product, index: number): InnerEdges {
  const [hole] = holesOf(outlineOf(product))
  const isOpen =
    hole &&
    hole.rightmost.x - hole.leftmost.x > BRACELET_SHAPE_OPEN.width * product.width &&
    hole.area > BRACELET_SHAPE_OPEN.area * product.width * product.height
  if (isOpen) return { left: hole.leftmost, right: hole.rightmost }
  throw new Fault(
    'reference',
    `No ring with an opening was found in reference ${index}: show the bracelet closed, half from above, ` +
      'or give bracelet_anchor_point.',
    { role: 'ref' },
  )
}

/** The inner edges that a parameter names, in the pixels of the product. */
export function givenEdges(
  product: Product,
  [a, b]: readonly [readonly [number, number], readonly [number, number]],
): InnerEdges {
  const [left, right] = [toProduct(product, ...a), toProduct(product, ...b)].toSorted(
    (p, q) => p.x - q.x,
  )
  if (distance(right!, left!) < 4) {
    throw new Fault('parameter', 'bracelet_anchor_point names one place twice.')
  }
  return { left: left!, right: right! }
}
