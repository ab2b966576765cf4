import type { Point } from '../../geometry/point.ts'
import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { blur } from '../../raster/filter/blur.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { HeadRegions } from '../head/head-regions.ts'
import { type HeadColours, hairLikelihoodAt } from './head-colours.ts'

/** The most that may be missing between a fringe and the hair above it, widths of the face. */
const MOST = 0.16

/** The height above the eyes of what a fringe may cover, its half width and its end, widths of the face. */
const FOREHEAD = { low: 0.16, half: 0.5, top: 0.95 } as const

/** How much of a fringe must hang below what is missing, widths of the face: a single strand crosses the skin. */
const LEAST_BELOW = 0.035

/** From this share on a pixel is hair, and how broad the lower edge of a fringe is, widths of the face. */
const HAIR = 0.5
const SOFT = 0.02

/** The least breadth of a fringe that is closed, widths of the face: a narrow one may be a shade on the forehead. */
const LEAST_BREADTH = 0.2

/** How much what is missing looks like hair at least, and the brightness of skin in shade as a share of the cheeks'. */
const LIKE = 0.2
const SHADED = 0.6

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
  const step = 0.7 / far
  const closed: number[] = []
  let broad = 0
  for (let u = -FOREHEAD.half; u < FOREHEAD.half; u += step) {
    // Upwards along each line: what is missing above enough of a fringe, until hair begins again.
    let below: number[] = []
    let above = Number.POSITIVE_INFINITY
    let missing: number[] = []
    for (let v: number = FOREHEAD.low; v < FOREHEAD.top; v += step) {
      const { at, share } = shareAt(u, v)
      if (at < 0) break
      if (share <= HAIR) {
        if (below.length * step > LEAST_BELOW) missing.push(at)
        else below = []
        continue
      }
      if (missing.length > 0) {
        const like = missing.reduce(
          (sum, i) => sum + hairLikelihoodAt(colours, levels, i, SHADED),
          0,
        )
        const isHanging = missing.length * step < MOST && like > LIKE * missing.length
        if (isHanging) {
          closed.push(...below.slice(Math.ceil(SOFT / step)), ...missing)
          broad += step
        }
        above = isHanging ? v : above
        below = isHanging ? below : []
        missing = []
      }
      below.push(at)
      if (v - above < 2 * SOFT) closed.push(at)
    }
  }
  if (broad < LEAST_BREADTH) return false
  for (const at of closed) alpha[at] = 1
  const around = blur(alpha, { width, height }, SOFT * far)
  const beside = Math.ceil(2 * SOFT * far)
  for (const at of closed) {
    for (let near = at - beside; near <= at + beside; near++) {
      alpha[near] = Math.max(alpha[near]!, smoothstep(0.4, 0.6, around[near]!))
    }
  }
  return true
}

function middleOf(points: readonly Point[]): Point {
  const [left, right] = [points[FACE.leftEye.outer]!, points[FACE.rightEye.outer]!]
  return { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
}
