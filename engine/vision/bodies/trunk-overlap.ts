import type { Point } from '../../geometry/point.ts'
import type { Mask } from '../../raster/picture.ts'
import { SHOWN_PRESENCE } from '../tuning.ts'
import { BODY, type Body } from './body.ts'

/** Sample points along each side of the trunk's bounding box: enough for a precision of a hundredth. */
const GRID_STEPS = 64

/** A pixel counts as inside a mask from this level on (0–255). */
const INSIDE = 128

/**
 * The share of a body's trunk and thighs that the masks of other people cover, 0–1: of the area between shoulders,
 * hips and knees, as far as it is inside the picture. A large share means that one person stands in front of the
 * other.
 */
export function trunkOverlap(body: Body, others: readonly { mask: Mask }[]): number {
  const outline = trunk(body)
  const { width, height } = body.mask
  const left = Math.max(0, Math.min(...outline.map(({ x }) => x)))
  const right = Math.min(width - 1, Math.max(...outline.map(({ x }) => x)))
  const top = Math.max(0, Math.min(...outline.map(({ y }) => y)))
  const bottom = Math.min(height - 1, Math.max(...outline.map(({ y }) => y)))
  let shown = 0
  let covered = 0
  for (let row = 0; row < GRID_STEPS; row++) {
    for (let column = 0; column < GRID_STEPS; column++) {
      const x = left + ((column + 0.5) / GRID_STEPS) * (right - left)
      const y = top + ((row + 0.5) / GRID_STEPS) * (bottom - top)
      if (!isInTrunk(outline, x, y)) continue
      const at = Math.floor(y) * width + Math.floor(x)
      shown++
      if (others.some(({ mask }) => mask.data[at]! >= INSIDE)) covered++
    }
  }
  return shown === 0 ? 0 : covered / shown
}

/** The polygon of shoulders, hips and knees; the knees only where both are likely inside the picture. */
function trunk({ landmarks }: Body): Point[] {
  const at = (name: keyof typeof BODY) => landmarks[BODY[name]]!
  const knees = [at('leftKnee'), at('rightKnee')].filter(
    ({ presence }) => presence > SHOWN_PRESENCE,
  )
  const lower = knees.length === 2 ? [at('leftKnee'), at('rightKnee')] : []
  return [at('rightShoulder'), at('leftShoulder'), at('leftHip'), ...lower, at('rightHip')]
}

/** Whether a point lies in a polygon, by counting the sides to its right. */
function isInTrunk(polygon: readonly Point[], x: number, y: number): boolean {
  let inside = false
  for (const [n, a] of polygon.entries()) {
    const b = polygon[(n + 1) % polygon.length]!
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside
  }
  return inside
}
