import type { ProductArt } from './product-art.ts'
import type { Point } from './scene.ts'

/** A drawn garment as shops show it from the front, and where its parts truly are, in its own units. */
export type GarmentArt = Omit<ProductArt, 'anchors' | 'centimetres'> & {
  /** The corners of one half, the one at the left of the picture; the other is its mirror image about `middle`. */
  corners: Record<string, Point>
  /** The x of its mirror axis. */
  middle: number
}
