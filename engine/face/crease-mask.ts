import { allocZeroPlane } from '../raster/arena.ts'
import { blur } from '../raster/blur.ts'
import { paintPolygon } from '../raster/paint-polygon.ts'
import type { Point } from '../raster/picture.ts'
import { FACE } from '../vision/faces/face.ts'
import { type FaceRegion, landmarkPath } from './face-region.ts'

/** The parts of a face whose lines a lift softens. */
export const CREASE_AREAS = ['cheek', 'forehead', 'mouth'] as const

export type CreaseArea = (typeof CREASE_AREAS)[number]

/** By the mesh: the fold from the wing of the nose past the corner of the mouth, and the one from the corner down. */
const NASOLABIAL_FOLDS = [
  [358, 426, 432],
  [129, 206, 212],
] as const
const MARIONETTE_LINES = [
  [287, 430],
  [57, 210],
] as const

/** Brow to brow over the root of the nose, and back along the upper end of the mesh. */
const FOREHEAD = {
  low: [...FACE.rightBrowTop, 9, ...[...FACE.leftBrowTop].reverse()],
  high: [284, 332, 297, 338, FACE.foreheadTop, 109, 67, 103, 54],
} as const

/**
 * How far the lines of the forehead may lie above the mesh, half the width of a fold, and softness: widths of the
 * face.
 */
const FOREHEAD_EXTENSION = 0.16
const FOLD_HALF_WIDTH = 0.06
const EDGE_SIGMA = 0.025

const CREASE_POLYGONS: Record<CreaseArea, (canvas: FaceRegion) => Point[][]> = {
  cheek: (canvas) => foldBoxes(canvas, NASOLABIAL_FOLDS),
  forehead: (canvas) => {
    const { up, faceWidth } = canvas
    const raised = landmarkPath(canvas, FOREHEAD.high).map(
      (p): Point => ({
        x: p.x + up.x * FOREHEAD_EXTENSION * faceWidth,
        y: p.y + up.y * FOREHEAD_EXTENSION * faceWidth,
      }),
    )
    return [[...landmarkPath(canvas, FOREHEAD.low), ...raised]]
  },
  mouth: (canvas) => foldBoxes(canvas, MARIONETTE_LINES),
}

/** Where the lines of a part run, 0-1, soft-edged on the canvas. */
export function creaseMask(canvas: FaceRegion, part: CreaseArea): Float32Array {
  const plane = allocZeroPlane(canvas.width * canvas.height)
  for (const ring of CREASE_POLYGONS[part](canvas)) paintPolygon(plane, canvas, ring)
  return blur(plane, canvas, EDGE_SIGMA * canvas.faceWidth)
}

/** A stripe along each line, a box for every piece of it. */
function foldBoxes(canvas: FaceRegion, lines: readonly (readonly number[])[]): Point[][] {
  const half = FOLD_HALF_WIDTH * canvas.faceWidth
  return lines.flatMap((line) =>
    landmarkPath(canvas, line)
      .slice(1)
      .map((to, k) => {
        const from = canvas.points[line[k]!]!
        const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
        const along = { x: ((to.x - from.x) * half) / length, y: ((to.y - from.y) * half) / length }
        const reach = { x: along.x * 0.5, y: along.y * 0.5 }
        return [
          { x: from.x - reach.x - along.y, y: from.y - reach.y + along.x },
          { x: to.x + reach.x - along.y, y: to.y + reach.y + along.x },
          { x: to.x + reach.x + along.y, y: to.y + reach.y - along.x },
          { x: from.x - reach.x + along.y, y: from.y - reach.y - along.x },
        ]
      }),
  )
}
