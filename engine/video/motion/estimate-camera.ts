import { fitRobustly } from './fit-robustly.ts'
import { type Homography, IDENTITY } from './homography.ts'
import { type LumaPyramid, trackPoints } from './track-points.ts'

/** How a camera moved from one frame to another, by what both of them show. */
export type CameraMove = {
  map: Homography
  /** The share of the points that were looked for which moved so, 0–1. */
  agreed: number
}

/** Pixels by which a point that stands still may seem to move. */
const TOLERANCE = 0.7

/** Points from which a projection, and a linear map, are told; from fewer a similarity is, and at least so many. */
const FOR_PROJECTION = 24
const FOR_AFFINE = 12
const LEAST_POINTS = 6

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
  const fit = fitRobustly(pairs, TOLERANCE / width, freedomFor(pairs.length), weights)
  return fit && { map: fit.map, agreed: (fit.agreed * pairs.length) / points.length }
}

function freedomFor(count: number): 'similarity' | 'affine' | 'projection' {
  if (count >= FOR_PROJECTION) return 'projection'
  return count >= FOR_AFFINE ? 'affine' : 'similarity'
}
