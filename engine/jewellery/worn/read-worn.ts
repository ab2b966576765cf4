import { Fault } from '../../../catalog/failures/fault.ts'
import type { Point } from '../../geometry/point.ts'
import { type Product, toProduct } from '../../product/product.ts'
import type { Picture } from '../../raster/picture.ts'
import { WORN_CLUTTER, WORN_COHERENCE } from '../tuning.ts'
import { cutPiece } from './cut-piece.ts'
import type { CutPiece, WornPlace } from './worn-place.ts'

/** A piece of jewellery cut out of a picture in which somebody wears it. */
export type WornPiece = {
  product: Product
  /** Where a bracelet's front touches the edges of the arm, in pixels of the product: left before right. */
  front?: [Point, Point]
}

/**
 * Cuts a piece of jewellery out of a picture in which somebody wears it: what differs there from skin, cloth, hair and
 * wall. Of several places the one with the most of a piece counts.
 * @param index of the reference, named in faults
 * @throws Fault `reference` where nothing, or no whole piece, can be told from who wears it
 */
export function readWorn(
  picture: Picture,
  places: readonly WornPlace[],
  { index, kind }: { index: number; kind: string },
): WornPiece {
  const cut = places
    .map((place) => ({ place, piece: cutPiece(picture, place) }))
    .filter((each): each is { place: WornPlace; piece: CutPiece } => each.piece !== undefined)
    .map((each) => ({ ...each, doubt: doubtOf(each.piece) ?? each.place.doubt(each.piece) }))
    .toSorted((a, b) => b.piece.pixels.length - a.piece.pixels.length)
  const best = cut.find(({ doubt }) => doubt === undefined)
  if (!best) {
    const why =
      places.length === 0
        ? 'nobody was found who wears it'
        : (cut[0]?.doubt ?? `no ${kind} was told from skin and cloth`)
    throw new Fault(
      'reference',
      `Reference ${index} has no plain ground to cut the ${kind} out of, and ${why}: send it on a plain ground, ` +
        'with a transparent one, or with a mask.',
      { role: 'ref' },
    )
  }
  const { product } = best.piece
  const edges = best.place.edges?.(best.piece)
  if (!edges) return { product }
  const [left, right] = edges
    .map(({ x, y }) => toProduct(product, x - 0.5, y - 0.5))
    .toSorted((a, b) => a.x - b.x)
  return { product, front: [left!, right!] }
}

function doubtOf({ coherence, clutter }: CutPiece): string | undefined {
  if (clutter > WORN_CLUTTER) return 'what is around it has too many colours to tell it apart'
  if (coherence < WORN_COHERENCE)
    return 'it was found in parts only, as over a pattern or over cloth of its own colour'
  return undefined
}
