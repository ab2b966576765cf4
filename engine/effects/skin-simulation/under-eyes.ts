import { blur } from '../skin/blur.ts'
import { type Canvas, trace } from '../skin/canvas.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'

/** The mesh's two rows below each eye, from the outer to the inner corner: beside the lid, and where the cheek begins. */
const ROWS = [
  {
    lid: [359, 255, 339, 254, 253, 252, 256, 341, 463],
    cheek: [372, 340, 346, 347, 348, 349, 350, 357, 465],
    below: [345, 352, 280, 330, 329, 371, 355],
  },
  {
    lid: [130, 25, 110, 24, 23, 22, 26, 112, 243],
    cheek: [143, 111, 117, 118, 119, 120, 121, 128, 245],
    below: [116, 123, 50, 101, 100, 142, 126],
  },
] as const

/** What lies under one eye, 0–1 on the canvas: the hollow or bag itself, and the cheek below it to compare with. */
export type UnderEye = { hollow: Float32Array; cheek: Float32Array }

/** Left and right; both fade out softly, the hollow well before the lashes. */
export function underEyes(canvas: Canvas): UnderEye[] {
  return ROWS.map(({ lid, cheek, below }) => ({
    hollow: soft(canvas, [...lid, ...[...cheek].reverse()], 0.018),
    cheek: soft(canvas, [...cheek.slice(1, -1), ...[...below].reverse()], 0.012),
  }))
}

function soft(canvas: Canvas, ring: readonly number[], width: number): Float32Array {
  const plane = new Float32Array(canvas.width * canvas.height)
  paintPolygon(plane, canvas, trace(canvas, ring))
  return blur(plane, canvas, width * canvas.unit)
}
