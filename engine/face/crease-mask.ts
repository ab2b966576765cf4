import { distance, type Point } from '../geometry/point.ts'
import { allocZeroPlane } from '../raster/arena.ts'
import { debugPlane } from '../raster/debug.ts'
import { blur } from '../raster/filter/blur.ts'
import { paintPolygon } from '../raster/mask/paint-polygon.ts'
import { FACE } from '../vision/faces/face.ts'
import { type FaceRegion, landmarkPath } from './face-region.ts'
import { CREASE_EDGE, CREASE_FOREHEAD, CREASE_HALF_WIDTH } from './tuning.ts'

/** The parts of a face that have creases of their own. */
export const CREASE_AREAS = ['cheek', 'forehead', 'mouth'] as const

export type CreaseArea = (typeof CREASE_AREAS)[number]

/** Landmarks along the folds from the wings of the nose past the corners of the mouth, and from the corners down. */
const NASOLABIAL_FOLDS = [
  [358, 426, 432],
  [129, 206, 212],
] as const
const MARIONETTE_LINES = [
  [287, 430],
  [57, 210],
] as const

/** Landmarks from brow to brow over the root of the nose, and along the upper end of the mesh. */
const FOREHEAD = {
  low: [...FACE.rightBrowTop, 9, ...[...FACE.leftBrowTop].reverse()],
  high: [284, 332, 297, 338, FACE.foreheadTop, 109, 67, 103, 54],
} as const

const CREASE_POLYGONS: Record<CreaseArea, (region: FaceRegion) => Point[][]> = {
  cheek: (region) => foldBoxes(region, NASOLABIAL_FOLDS),
  forehead: (region) => {
    const { up, faceWidth } = region
    const raised = landmarkPath(region, FOREHEAD.high).map(
      (p): Point => ({
        x: p.x + up.x * CREASE_FOREHEAD * faceWidth,
        y: p.y + up.y * CREASE_FOREHEAD * faceWidth,
      }),
    )
    return [[...landmarkPath(region, FOREHEAD.low), ...raised]]
  },
  mouth: (region) => foldBoxes(region, MARIONETTE_LINES),
}

/** Where the creases of a part run, 0–1, feathered. The plane lies in the open arena. */
export function creaseMask(region: FaceRegion, part: CreaseArea): Float32Array {
  const plane = allocZeroPlane(region.width * region.height)
  for (const ring of CREASE_POLYGONS[part](region)) paintPolygon(plane, region, ring)
  const mask = blur(plane, region, CREASE_EDGE * region.faceWidth)
  debugPlane(`creases of the ${part}`, mask, region)
  return mask
}

/** Rectangles along polylines of landmarks, one for each segment. */
function foldBoxes(region: FaceRegion, lines: readonly (readonly number[])[]): Point[][] {
  const half = CREASE_HALF_WIDTH * region.faceWidth
  return lines.flatMap((line) =>
    landmarkPath(region, line)
      .slice(1)
      .map((to, k) => {
        const from = region.points[line[k]!]!
        const length = distance(to, from) || 1
        const along = { x: ((to.x - from.x) * half) / length, y: ((to.y - from.y) * half) / length }
        const reach = { x: along.x / 2, y: along.y / 2 }
        return [
          { x: from.x - reach.x - along.y, y: from.y - reach.y + along.x },
          { x: to.x + reach.x - along.y, y: to.y + reach.y + along.x },
          { x: to.x + reach.x + along.y, y: to.y + reach.y - along.x },
          { x: from.x - reach.x + along.y, y: from.y - reach.y - along.x },
        ]
      }),
  )
}
