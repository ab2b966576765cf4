import type { Size } from '../../geometry/size.ts'
import {
  CAMERA_CLEARLY_MORE,
  CAMERA_STRAY,
  CAMERA_TOLERANCE,
  FOR_AFFINE,
  FOR_PROJECTION,
  LEAST_POINTS,
} from '../tuning.ts'
import { fitRobustly, type RobustFit } from './fit-robustly.ts'
import { applyTo, type Homography, IDENTITY, type Pair } from './homography.ts'
import { type LumaPyramid, trackPoints } from './track-points.ts'

/** How a camera moved from one frame to another, by what both of them show. */
export type CameraMove = {
  map: Homography
  /** The share of the points that were looked for which moved so, 0–1. */
  agreed: number
}

/**
 * How the camera moved between two frames: points of the first one are tracked, and a map is fitted that most of them
 * agree with. Undefined where too few could be tracked.
 * @param points with texture, outside what moves by itself
 * @param guess of the map
 * @param importance of a pixel of the first frame
 */
export function estimateCamera(
  from: LumaPyramid,
  to: LumaPyramid,
  points: readonly number[],
  guess: Homography = IDENTITY,
  importance: (at: number) => number = () => 1,
): CameraMove | undefined {
  const { width } = from[0]!
  const pairs = trackPoints(from, to, points, guess)
  if (pairs.length < LEAST_POINTS) return undefined
  const weights = Float64Array.from(pairs, ({ x, y }) =>
    importance(Math.floor(y * width) * width + Math.floor(x * width)),
  )
  const fit = fitWarranted(pairs, from[0]!, weights)
  return fit && { map: fit.map, agreed: (fit.agreed * pairs.length) / points.length }
}

/**
 * The map of all freedom that the number of pairs allows, unless it leads a corner of the frame far from where a
 * similarity does without explaining clearly more: points on one thing alone tell nothing of what is far from it.
 */
function fitWarranted(
  pairs: readonly Pair[],
  size: Size,
  weights: Float64Array,
): RobustFit | undefined {
  const tolerance = CAMERA_TOLERANCE / size.width
  const freedom = freedomFor(pairs.length)
  const free = fitRobustly(pairs, tolerance, freedom, weights)
  if (freedom === 'similarity') return free
  const plain = fitRobustly(pairs, tolerance, 'similarity', weights)
  if (!(free && plain)) return free ?? plain
  const isWarranted = free.agreed > CAMERA_CLEARLY_MORE * plain.agreed
  return isWarranted || farthestCorner(free.map, plain.map, size) < CAMERA_STRAY ? free : plain
}

/** The most pixels between where two maps lead a corner of a frame. */
function farthestCorner(one: Homography, other: Homography, { width, height }: Size): number {
  const [a, b] = [new Float64Array(2), new Float64Array(2)]
  let most = 0
  for (const x of [0, 1]) {
    for (const y of [0, height / width]) {
      applyTo(one, x, y, a)
      applyTo(other, x, y, b)
      most = Math.max(most, width * Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!))
    }
  }
  return most
}

function freedomFor(count: number): 'similarity' | 'affine' | 'projection' {
  if (count >= FOR_PROJECTION) return 'projection'
  return count >= FOR_AFFINE ? 'affine' : 'similarity'
}
