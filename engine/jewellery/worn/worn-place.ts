import type { Box } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import type { Product } from '../../product/product.ts'

/** Where somebody in a product picture wears a piece of jewellery, in pixels of the picture. */
export type WornPlace = {
  /** The part of the picture to look at: the piece with its surroundings. */
  box: Box
  /** Places that surely show skin. */
  skin: readonly Point[]
  /** The width of the face or the breadth of the hand. */
  unit: number
  /** Whether the piece may be at a place. */
  allows(x: number, y: number): boolean
  /** Whether the piece passes a place if it is worn at all: the lobe, the sides of the neck, the arm. */
  passes(x: number, y: number): boolean
  /** Whether a place is beside who wears the piece, where cloth in deep shade differs from the same cloth in light. */
  isAside?(x: number, y: number): boolean
  /** What is too thin beside a piece to be a part of it, such as a dark fold of cloth; undefined where nothing is. */
  spurs?(pixels: readonly Point[]): Spurs | undefined
  /** Why what was cut out there is no whole piece, in words; undefined where nothing speaks against it. */
  doubt(piece: CutPiece): string | undefined
  /** Where a bracelet touches the two edges of the arm. */
  edges?(piece: CutPiece): [Point, Point]
}

/** What goes on from a piece and is less than twice `reach` pixels of the picture thick, where it may be. */
export type Spurs = { reach: number; isPossible(x: number, y: number): boolean }

/** A piece of jewellery cut out of a picture in which somebody wears it. */
export type CutPiece = {
  product: Product
  /** Its pixels, as places in the picture. */
  pixels: Point[]
  /** The share of it that is connected, 0–1. */
  coherence: number
  /** The share of the place that differs from skin, cloth, hair and wall and is no part of the piece, 0–1. */
  clutter: number
}
