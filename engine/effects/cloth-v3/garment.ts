import type { Point } from '../../geometry/point.ts'
import type { Product } from '../../product/product.ts'

/** Points of a garment for the side at the left of its picture and for that at the right. */
export type Sides<Value> = readonly [Value, Value]

/** Makes a value for each side. */
export function pairOf<Value>(make: (n: 0 | 1) => Value): Sides<Value> {
  return [make(0), make(1)]
}

/** A sleeve by its two edges, from the body outwards. */
export type SleeveOutline = { inner: Point[]; outer: Point[] }

/**
 * What somebody's proportions tell of a garment that is shown worn: it ends at the like places of somebody else, and
 * no cloth lies doubled beside the body.
 */
export type Drape = {
  /** Pixels of the product between the joints of the shoulders, and from there to the hips, of who wears it. */
  shoulders: number
  length: number
  /** Pixels of the product down to the ankles of who wears it; undefined where these do not show. */
  standing?: number | undefined
  /** The width of the neck of who wears it; undefined where it does not show. */
  neck?: number | undefined
  /** The row of the product in which the shoulders lie of who wears a top. */
  over?: number | undefined
  /** The arms of who wears a top, in pixels of the product. */
  arms?: Sides<readonly Point[]> | undefined
  /** The limbs that it may cover, the shares of them that it does, and the directions of both parts of each. */
  on: 'arms' | 'legs'
  ends: Sides<number>
  directions: Sides<[number, number]>
}

/** A top in pixels of its product: where its edges are. */
export type TopShape = {
  /** Absent where the garment lies flat. */
  drape?: Drape | undefined
  /** Where collar and shoulder meet. */
  neck: Sides<Point>
  /** The upper and the lower end of the seam of the sleeve. */
  tips: Sides<Point>
  armpits: Sides<Point>
  /** From the armpits to the hem. */
  sides: Sides<Point[]>
  /** From left to right. */
  hem: Point[]
  /** The row from which down to the hem the cloth has one colour; absent where that is none or was not looked for. */
  plainBelow?: number | undefined
  /** The front's edge at the neck from left to right, and that of the back above it, which can be the same. */
  neckline: Point[]
  nape: Point[]
  /** Absent where the top has none. Their inner edge begins at the armpit, the outer one at the tip. */
  sleeves?: Sides<SleeveOutline> | undefined
}

/** Trousers, shorts or a skirt in pixels of its product. */
export type LowerShape = {
  /** Absent where the garment lies flat. */
  drape?: Drape | undefined
  /** Whether what is above it is hidden by a top in its picture: it begins at that one's hem. */
  startsAtHem?: boolean
  /** The corners of the waist. */
  waist: Sides<Point>
  /** From left to right. */
  waistline: Point[]
  /** From the waist down to the hem. */
  sides: Sides<Point[]>
  /** From left to right; of trousers through the crotch. */
  hem: Point[]
  /** Absent in skirts. Inner edges lead from the crotch down to the hem. */
  legs?: { crotch: Point; inner: Sides<Point[]> } | undefined
}

export type GarmentKind = 'top' | 'dress' | 'trousers' | 'skirt'

/** A product, and the share of its outline, 0–1, at which it is as light as its ground, where that was measured. */
export type CutGarment = Product & { faint?: number }

/** A garment cut out of its picture. */
export type Garment = { product: CutGarment } & (
  | { kind: 'top' | 'dress'; shape: TopShape }
  | { kind: 'trousers' | 'skirt'; shape: LowerShape }
)
