import type { Point } from '../../raster/picture.ts'
import { sigmoid } from '../vision.ts'

const SIDE = 64
const POINTS = 39
const REACH = 3
/** Below this the heat map has no opinion and the regressed point stays. */
const SURE = 0.5

/**
 * Moves a landmark to the centre of its heat nearby, which is sharper than the regression alone.
 * @param heat 64 × 64 × 39 logits
 * @param at the landmark, 0–1 of the network's input
 */
export function refineByHeatmap(heat: Float32Array, landmark: number, at: Point): Point {
  const column = Math.trunc(at.x * SIDE)
  const row = Math.trunc(at.y * SIDE)
  if (column < 0 || column >= SIDE || row < 0 || row >= SIDE) return at
  let total = 0
  let best = 0
  let sumX = 0
  let sumY = 0
  for (let y = Math.max(0, row - REACH); y <= Math.min(SIDE - 1, row + REACH); y++) {
    for (let x = Math.max(0, column - REACH); x <= Math.min(SIDE - 1, column + REACH); x++) {
      const weight = sigmoid(heat[(y * SIDE + x) * POINTS + landmark]!)
      total += weight
      best = Math.max(best, weight)
      sumX += weight * x
      sumY += weight * y
    }
  }
  return best < SURE ? at : { x: sumX / total / SIDE, y: sumY / total / SIDE }
}
