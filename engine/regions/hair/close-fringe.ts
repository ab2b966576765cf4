import type { Point } from '../../geometry/point.ts'
import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { blur } from '../../raster/filter/blur.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { HeadRegions } from '../head/head-regions.ts'
import {
  CLOSED_FRINGE_EDGE,
  CLOSED_FRINGE_FOREHEAD,
  CLOSED_FRINGE_LIKE,
  CLOSED_FRINGE_MOST,
  CLOSED_FRINGE_SOFT,
  CLOSED_FRINGE_STEP,
  FOREHEAD_SHADED,
  IS_HAIR,
  LEAST_BELOW,
  LEAST_BREADTH,
} from '../tuning.ts'
import { type HeadColours, hairLikelihoodAt } from './head-colours.ts'

/**
 * Takes for hair, in place, what seems to lie between hair and a fringe below it: a fringe hangs from the hair above,
 * and what shines on it looks like skin.
 * @returns whether there was such a fringe
 */
export function closeFringe(
  alpha: Float32Array,
  levels: readonly Float32Array[],
  { width, height }: Size,
  { grid }: HeadRegions,
  colours: HeadColours,
): boolean {
  const { up } = grid
  const far = grid.faceWidth * grid.scale
  const eyes = middleOf(colours.points)
  const shareAt = (u: number, v: number): { at: number; share: number } => {
    const x = Math.round(eyes.x - u * far * up.y + v * far * up.x)
    const y = Math.round(eyes.y + u * far * up.x + v * far * up.y)
    const at = x >= 0 && y >= 0 && x < width && y < height ? y * width + x : -1
    return { at, share: at < 0 ? 0 : alpha[at]! }
  }
  const step = CLOSED_FRINGE_STEP / far
  const closed: number[] = []
  let broad = 0
  for (let u = -CLOSED_FRINGE_FOREHEAD.half; u < CLOSED_FRINGE_FOREHEAD.half; u += step) {
    // Upwards along each line: what is missing above enough of a fringe, until hair begins again.
    let below: number[] = []
    let above = Number.POSITIVE_INFINITY
    let missing: number[] = []
    for (let v: number = CLOSED_FRINGE_FOREHEAD.low; v < CLOSED_FRINGE_FOREHEAD.top; v += step) {
      const { at, share } = shareAt(u, v)
      if (at < 0) break
      if (share <= IS_HAIR) {
        if (below.length * step > LEAST_BELOW) missing.push(at)
        else below = []
        continue
      }
      if (missing.length > 0) {
        const like = missing.reduce(
          (sum, i) => sum + hairLikelihoodAt(colours, levels, i, FOREHEAD_SHADED),
          0,
        )
        const isHanging =
          missing.length * step < CLOSED_FRINGE_MOST && like > CLOSED_FRINGE_LIKE * missing.length
        if (isHanging) {
          closed.push(...below.slice(Math.ceil(CLOSED_FRINGE_SOFT / step)), ...missing)
          broad += step
        }
        above = isHanging ? v : above
        below = isHanging ? below : []
        missing = []
      }
      below.push(at)
      if (v - above < 2 * CLOSED_FRINGE_SOFT) closed.push(at)
    }
  }
  if (broad < LEAST_BREADTH) return false
  for (const at of closed) alpha[at] = 1
  const around = blur(alpha, { width, height }, CLOSED_FRINGE_SOFT * far)
  const beside = Math.ceil(2 * CLOSED_FRINGE_SOFT * far)
  for (const at of closed) {
    for (let near = at - beside; near <= at + beside; near++) {
      const edge = smoothstep(CLOSED_FRINGE_EDGE.least, CLOSED_FRINGE_EDGE.most, around[near]!)
      alpha[near] = Math.max(alpha[near]!, edge)
    }
  }
  return true
}

function middleOf(points: readonly Point[]): Point {
  const [left, right] = [points[FACE.leftEye.outer]!, points[FACE.rightEye.outer]!]
  return { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
}
