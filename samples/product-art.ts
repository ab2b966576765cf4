import type { Point } from './scene.ts'

/** A drawn piece of jewellery: SVG in its own units, and where it is held. */
export type ProductArt = {
  name: string
  width: number
  height: number
  markup: string
  /** The hook of an earring, the two ends of a chain, the two inner edges of a bracelet; left before right. */
  anchors: Point[]
  /** How high the piece is when it is worn, or how wide a bracelet inside, in centimetres. */
  centimetres: number
}
