import { boxAround } from '../../geometry/bounding-box.ts'
import type { Box } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import {
  holesOf,
  inProduct,
  type Outline,
  outlineOf,
  type Piece,
  piecesOf,
} from '../../jewellery/product-shape.ts'
import type { Product } from '../../product/product.ts'
import { DROP_ASPECT, HOOK_DEPTH, HOOP_OPEN, HUGGIE_ENCLOSED, PAIR, STUD_FRONT } from './tuning.ts'

/** What kind of earring a product is, by its outline; it decides how large it is and how it hangs. */
export type EarringKind = 'stud' | 'drop' | 'hoop' | 'huggie'

/** One earring of a product picture. */
export type Earring = {
  kind: EarringKind
  /** In pixels of the product. */
  box: Box
  /** The point that is fixed to the ear. */
  hook: Point
}

/**
 * The earrings of a product picture: one, or the two of a pair of about the same height side by side, of which shops
 * often turn one to its edge. Of a pair the clearer one comes first: the one that shows more of itself, and of two
 * studs the one that is not seen from the side, with its post.
 */
export function earringsOf(product: Product): { first: Earring; isPair: boolean } {
  const outline = outlineOf(product)
  const pieces = piecesOf(outline)
  const pair =
    pairOf(pieces) ?? pairOf(piecesOf(outline, PAIR.near)) ?? pairOf(piecesOf(outline, 0))
  if (!pair) return { first: shapeOf(outline, pieces), isPair: false }
  const [clearer, other] = pair.toSorted((a, b) => b.pixels.length - a.pixels.length)
  const shape = shapeOf(outline, [clearer!])
  const beside = shape.kind === 'stud' ? shapeOf(outline, [other!]) : shape
  const isSeenAside =
    beside.kind === 'stud' &&
    shape.box.width > STUD_FRONT.wider * beside.box.width &&
    beside.box.width > STUD_FRONT.least * beside.box.height
  return { first: isSeenAside ? beside : shape, isPair: true }
}

function pairOf(pieces: readonly Piece[]): [Piece, Piece] | undefined {
  const [a, b] = pieces
  if (pieces.length !== 2 || !a || !b) return undefined
  const alike = (p: number, q: number, share: number): boolean =>
    Math.min(p, q) > share * Math.max(p, q)
  const beside = a.box.left + a.box.width <= b.box.left + PAIR.overlap * b.box.width
  const isPair =
    beside &&
    alike(a.box.height, b.box.height, PAIR.alike) &&
    alike(a.pixels.length, b.pixels.length, PAIR.turned)
  return isPair ? [a, b] : undefined
}

function shapeOf(outline: Outline, pieces: readonly Piece[]): Earring {
  const { scale } = outline
  const own = boxAround(pieces.map((piece) => piece.box))
  const box = {
    left: own.left * scale,
    top: own.top * scale,
    width: own.width * scale,
    height: own.height * scale,
  }
  const open = holesOf(outline)
    .filter(({ leftmost }) => leftmost.x >= box.left && leftmost.x < box.left + box.width)
    .reduce((sum, { area }) => sum + area, 0)
  const isHoop = open > HOOP_OPEN * box.width * box.height
  const kind = isHoop ? 'hoop' : kindOf(outline, pieces, own)
  return { kind, box, hook: inProduct(hookOf(outline, pieces, own, kind), scale) }
}

/** What is no thin closed hoop. A thick or open one encloses less, and what encloses nothing is a stud. */
function kindOf({ width }: Outline, pieces: readonly Piece[], box: Box): EarringKind {
  if (box.height > DROP_ASPECT * box.width) return 'drop'
  const ends = { rows: new Map<number, Ends>(), columns: new Map<number, Ends>() }
  const solid = new Set(pieces.flatMap(({ pixels }) => pixels))
  for (const at of solid) {
    widen(ends.rows, Math.floor(at / width), at % width)
    widen(ends.columns, at % width, Math.floor(at / width))
  }
  let enclosed = 0
  for (const [y, row] of ends.rows) {
    for (let x = row.first + 1; x < row.last; x++) {
      const column = ends.columns.get(x)
      if (column && y > column.first && y < column.last && !solid.has(y * width + x)) enclosed++
    }
  }
  return enclosed > HUGGIE_ENCLOSED * box.width * box.height ? 'huggie' : 'stud'
}

/** The first and the last pixel of a row or a column. */
type Ends = { first: number; last: number }

function widen(ends: Map<number, Ends>, line: number, at: number): void {
  const { first, last } = ends.get(line) ?? { first: at, last: at }
  ends.set(line, { first: Math.min(first, at), last: Math.max(last, at) })
}

/** The middle of a stud; of a huggie, whose catch may stand off, its top in the middle; else that of the upper end. */
function hookOf(outline: Outline, pieces: readonly Piece[], box: Box, kind: EarringKind): Point {
  if (kind === 'stud') return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  const depth = Math.max(1, Math.round(HOOK_DEPTH * box.height))
  if (kind === 'huggie') {
    const column = Math.floor(box.left + box.width / 2)
    const rows = pieces
      .flatMap(({ pixels }) => pixels)
      .filter((at) => at % outline.width === column)
      .map((at) => Math.floor(at / outline.width))
    return { x: column + 0.5, y: Math.min(...rows) + depth / 2 }
  }
  const upper = pieces
    .flatMap(({ pixels }) => pixels)
    .filter((at) => Math.floor(at / outline.width) < box.top + depth)
    .map((at) => (at % outline.width) + 0.5)
  const x = upper.reduce((sum, value) => sum + value, 0) / Math.max(1, upper.length)
  return { x, y: box.top + depth / 2 }
}
