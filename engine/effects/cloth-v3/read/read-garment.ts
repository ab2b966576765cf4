import { Fault } from '../../../../catalog/failures/fault.ts'
import type { ClothParameters } from '../../../../catalog/features/cloth-v3.ts'
import { distance, type Point } from '../../../geometry/point.ts'
import { alphaOf, type Product } from '../../../product/product.ts'
import type { Garment, LowerShape, TopShape } from '../garment.ts'
import { GARMENT_CLOTH, GARMENT_DRESS, GARMENT_PIECE, GARMENT_SYMMETRY } from '../tuning.ts'
import { belowLabel } from './below-label.ts'
import { fitNeckline, smoothNeckline } from './fit-neckline.ts'
import { findFrontNeckline } from './front-neckline.ts'
import { hasOpenShoulders } from './has-open-shoulders.ts'
import { isNeckTape } from './is-neck-tape.ts'
import { hasShoulders, readLowerShape } from './lower-shape.ts'
import { findPlainBelow } from './plain-below.ts'
import { readTop } from './read-top.ts'
import { spanOf } from './top-shape.ts'
import { traceNeckline } from './trace-neckline.ts'
import { traceOutline } from './trace-outline.ts'

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
  if (!traced || traced.share < GARMENT_PIECE) throw unreadable('it shows more than one piece')
  const { outline } = traced
  const xs = outline.map(({ x }) => x)
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2
  const top = readTop(outline, middle)
  const found = readLowerShape(outline, middle)
  const lower = found && asked !== 'lower_body' && hasShoulders(found) ? undefined : found
  // What is asked for decides where both can be seen in it.
  const edge = top && findFrontNeckline(product, top.shape.neck, top.shape.nape)
  const hasTold = top?.isSure && (top.shape.sleeves || edge)
  const isTop = asked === 'lower_body' ? !lower : asked === 'auto' && lower ? hasTold : top
  if (lower && !isTop) {
    requireEven(lower, middle, spanOf(outline))
    return { product, kind: lower.legs ? 'trousers' : 'skirt', shape: lower }
  }
  if (!top) throw unreadable('its outline is not that of a garment')
  const { shape } = top
  requireSymmetry(shape, middle, spanOf(outline))
  if (hasOpenShoulders(product, shape)) {
    throw unreadable('its shoulders are open between straps and sleeves')
  }
  if (edge && isNeckTape(product, shape.neck, edge)) {
    throw unreadable(
      'a tape lies along the inside of its neck, and the edge of its front does not show',
    )
  }
  const front = edge ? smoothNeckline(shape.neck, edge) : fitNeckline(product, shape.neck)
  const bow = belowLabel(product, shape.neck, front)
  const neckline = traceNeckline(product, shape.neck, bow)
  const hem = shape.hem
  const length = Math.max(...hem.map(({ y }) => y)) - Math.min(shape.neck[0].y, shape.neck[1].y)
  const longest =
    asked === 'upper_body' || asked === 'full_body' ? GARMENT_DRESS[asked] : GARMENT_DRESS.auto
  const kind = length > longest * distance(...shape.armpits) ? 'dress' : 'top'
  return {
    product,
    kind,
    shape: { ...shape, neckline, plainBelow: findPlainBelow(product, shape) },
  }
}

/** The product with its alpha stretched. */
function solid(product: Product): Product {
  const data = product.data.slice()
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3]!
    if (alpha === 0) continue
    const share = (alpha - GARMENT_CLOTH.none) / (GARMENT_CLOTH.whole - GARMENT_CLOTH.none)
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
    if (Math.max(aside, uneven) > GARMENT_SYMMETRY * span) throw unreadable('its two halves differ')
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
