import type { Mask, Point } from '../../raster/picture.ts'
import { BODY, type Body } from './body.ts'

/** Grid points across a body: enough for shares of a hundredth. */
const GRID_STEPS = 64

/** More person than not. */
const INSIDE = 128

/**
 * How much of a body's trunk and thighs other people share, 0–1: the part of the area between shoulders, hips and
 * knees on which their masks lie. Where that is much one of them stands in front of the other.
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
      if (!isWithin(outline, x, y)) continue
      const at = Math.floor(y) * width + Math.floor(x)
      shown++
      if (others.some(({ mask }) => mask.data[at]! >= INSIDE)) covered++
    }
  }
  return shown === 0 ? 0 : covered / shown
}

/** Shoulders, hips and knees as a ring; knees only where they are likely inside the picture. */
function trunk({ landmarks }: Body): Point[] {
  const at = (name: keyof typeof BODY) => landmarks[BODY[name]]!
  const knees = [at('leftKnee'), at('rightKnee')].filter(({ presence }) => presence > 0.5)
  const lower = knees.length === 2 ? [at('leftKnee'), at('rightKnee')] : []
  return [at('rightShoulder'), at('leftShoulder'), at('leftHip'), ...lower, at('rightHip')]
}

/** By counting the ring's sides to the right of the point. */
function isWithin(ring: readonly Point[], x: number, y: number): boolean {
  let inside = false
  for (const [n, a] of ring.entries()) {
    const b = ring[(n + 1) % ring.length]!
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside
  }
  return inside
}
