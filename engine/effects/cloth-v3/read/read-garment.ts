import type { ClothParameters } from '../../../../catalog/cloth-v3.ts'
import { Fault } from '../../../../catalog/fault.ts'
import type { Point } from '../../../geometry/point.ts'
import { alphaOf, type Product } from '../../../product/product.ts'
import type { Garment, LowerShape, TopShape } from '../garment.ts'
import { distance } from '../polyline.ts'
import { findFrontNeckline } from './front-neckline.ts'
import { readLowerShape } from './lower-shape.ts'
import { readTopShape, spanOf } from './top-shape.ts'
import { traceOutline } from './trace-outline.ts'

/** Both halves of a garment agree to this share. */
const SYMMETRY = 0.12

/**
 * A top longer than this many of its widths is a dress. A tunic and a short dress look alike, and so does a top on an
 * invisible wearer, of which no more than the front is seen: in between it is what is asked for.
 */
const DRESS = { upper_body: 2.45, auto: 2.3, full_body: 1.85 } as const

/**
 * Tells what a garment is by its outline, and where its parts are.
 * @param asked what is to be put on
 * @throws Fault `reference` for what is not a garment laid out or hung from the front
 */
export function readGarment(
  cutOut: Product,
  asked: ClothParameters['garment_category'] = 'auto',
): Garment {
  const product = solid(cutOut)
  const traced = traceOutline(alphaOf(product), product)
  if (!traced || traced.share < 0.85) throw unreadable('it shows more than one piece')
  const { outline } = traced
  const xs = outline.map(({ x }) => x)
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2
  const lower = readLowerShape(outline, middle)
  if (lower) {
    requireEven(lower, middle, spanOf(outline))
    return { product, kind: lower.legs ? 'trousers' : 'skirt', shape: lower }
  }
  const shape = readTopShape(outline, middle)
  if (!shape) throw unreadable('its outline is not that of a garment')
  requireSymmetry(shape, middle, spanOf(outline))
  const neckline = findFrontNeckline(product, shape.neck, shape.nape)
  if (!neckline) throw unreadable('the edge of its neck cannot be made out')
  const hem = shape.hem
  const length = Math.max(...hem.map(({ y }) => y)) - Math.min(shape.neck[0].y, shape.neck[1].y)
  const longest = asked === 'upper_body' || asked === 'full_body' ? DRESS[asked] : DRESS.auto
  const kind = length > longest * distance(...shape.armpits) ? 'dress' : 'top'
  return { product, kind, shape: { ...shape, neckline } }
}

/** Alpha of what is no cloth but its shadow, and from which on it is opaque: compression makes holes in cut-outs. */
const CLOTH = { none: 0.3, whole: 0.72 } as const

/** The product with its alpha stretched. */
function solid(product: Product): Product {
  const data = product.data.slice()
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3]!
    if (alpha === 0) continue
    const share = (alpha - CLOTH.none) / (CLOTH.whole - CLOTH.none)
    const gain = Math.min(1, Math.max(0, share)) / alpha
    for (let c = 0; c < 4; c++) data[i + c] = data[i + c]! * gain
  }
  return { ...product, data }
}

function requireSymmetry(shape: Omit<TopShape, 'neckline'>, middle: number, span: number): void {
  const pairs: (readonly [Point, Point])[] = [shape.neck, shape.armpits]
  if (shape.sleeves) pairs.push([shape.sleeves[0].outer.at(-1)!, shape.sleeves[1].outer.at(-1)!])
  requireAlike(pairs, middle, span)
}

function requireEven({ waist, sides }: LowerShape, middle: number, span: number): void {
  requireAlike([waist, [sides[0].at(-1)!, sides[1].at(-1)!]], middle, span)
}

function requireAlike(
  pairs: readonly (readonly [Point, Point])[],
  middle: number,
  span: number,
): void {
  for (const [left, right] of pairs) {
    const aside = Math.abs(left.x + right.x - 2 * middle)
    const uneven = Math.abs(left.y - right.y)
    if (Math.max(aside, uneven) > SYMMETRY * span) throw unreadable('its two halves differ')
  }
}

function unreadable(why: string): Fault {
  return new Fault(
    'reference',
    `The reference cannot be worn: ${why}. A garment that lies flat or hangs, seen from the front, spread out on a ` +
      'plain ground can.',
    { role: 'ref' },
  )
}
