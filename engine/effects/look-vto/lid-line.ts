import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { distance, type Point } from '../../geometry/point.ts'
import type { EyeLandmarks } from './landmarks.ts'
import { splineThrough } from './spline.ts'
import { LID_LINE_CLOSED, LID_LINE_STEPS } from './tuning.ts'

/** The edge of a lid, and what is needed to draw along it. */
export type LidLine = {
  /** From the outer corner to the inner one. */
  points: Point[]
  /** At each point, away from the eye. Length 1. */
  normals: Point[]
  /** From the inner corner to the outer one, length 1. */
  outwards: Point
  /** The width of the eye. */
  width: number
}

/** The edge of the upper (1) or lower (−1) lid of an eye. */
export function lidLine(part: FaceRegionGeometry, eye: EyeLandmarks, side: 1 | -1): LidLine {
  const row = side === 1 ? eye.upper[0] : eye.lower[0]
  const points = splineThrough(landmarkPath(part, row), LID_LINE_STEPS + 1)
  const [outer, inner] = [points[0]!, points.at(-1)!]
  const width = Math.max(1, distance(outer, inner))
  const outwards = { x: (outer.x - inner.x) / width, y: (outer.y - inner.y) / width }
  const normals = points.map((_, nth) => {
    const [a, b] = [points[Math.max(0, nth - 1)]!, points[Math.min(LID_LINE_STEPS, nth + 1)]!]
    const length = distance(b, a) || 1
    const normal = { x: (b.y - a.y) / length, y: (a.x - b.x) / length }
    const towards = Math.sign(normal.x * part.up.x + normal.y * part.up.y) || 1
    return { x: normal.x * towards * side, y: normal.y * towards * side }
  })
  return { points, normals, outwards, width }
}

/** How far the lids of an eye are open, in widths of the eye. */
export function eyeOpening(part: FaceRegionGeometry, eye: EyeLandmarks): number {
  const [upper, lower] = [eye.upper[0], eye.lower[0]]
  const { width } = lidLine(part, eye, 1)
  const gaps = [3, 4, 5].map((nth) => {
    const [a, b] = [part.points[upper[nth]!]!, part.points[lower[nth]!]!]
    return distance(a, b)
  })
  return Math.max(...gaps) / width
}

/** The geometry with the upper lid of an eye at its lower one where the eye is closed. */
export function shutLids<Of extends FaceRegionGeometry>(part: Of, eye: EyeLandmarks): Of {
  if (eyeOpening(part, eye) >= LID_LINE_CLOSED) return part
  const points = [...part.points]
  for (const [nth, index] of eye.upper[0].entries()) points[index] = points[eye.lower[0][nth]!]!
  return { ...part, points }
}
