import type { Picture } from '../../../raster/picture.ts'
import type { DrawnPart } from './draw-parts.ts'
import type { ArmMatte } from './matte-arms.ts'

/** Gives the soft edges of arms their own colours in place, as far as a garment takes the place of what is behind. */
export function cleanArms(
  out: Picture,
  { share, edge }: ArmMatte,
  parts: readonly DrawnPart[],
): void {
  for (const [n, at] of edge.places.entries()) {
    const [x, y] = [at % out.width, Math.floor(at / out.width)]
    const over = Math.max(0, ...parts.map((part) => garmentAt(part, x, y, share[at]!)))
    for (let c = 0; c < 3; c++) {
      const level = out.data[4 * at + c]!
      out.data[4 * at + c] = level + over * (edge.colours[3 * n + c]! - level)
    }
  }
}

/** The share of a pixel that is a part of a garment, with what of it lies behind an arm that has a share of it. */
function garmentAt({ drawn, behind }: DrawnPart, x: number, y: number, arm: number): number {
  const { box, data } = drawn
  const [column, row] = [x - box.left, y - box.top]
  if (column < 0 || row < 0 || column >= box.width || row >= box.height) return 0
  const i = row * box.width + column
  return Math.min(1, data[4 * i + 3]! + Math.min(arm, behind[i]!))
}
