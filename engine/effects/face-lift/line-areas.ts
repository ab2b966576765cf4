import type { Point } from '../../raster/picture.ts'
import { zeroPlane } from '../../raster/plane-room.ts'
import { FACE } from '../../vision/face.ts'
import { blur } from '../skin/blur.ts'
import { type Canvas, trace } from '../skin/canvas.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'

/** The parts of a face whose lines a lift softens. */
export const LINE_PARTS = ['cheek', 'forehead', 'mouth'] as const

export type LinePart = (typeof LINE_PARTS)[number]

/** By the mesh: the fold from the wing of the nose past the corner of the mouth, and the one from the corner down. */
const NOSE_TO_MOUTH = [
  [358, 426, 432],
  [129, 206, 212],
] as const
const MOUTH_TO_JAW = [
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
const ABOVE = 0.16
const FOLD = 0.06
const SOFT = 0.025

const LINES: Record<LinePart, (canvas: Canvas) => Point[][]> = {
  cheek: (canvas) => folds(canvas, NOSE_TO_MOUTH),
  forehead: (canvas) => {
    const { up, unit } = canvas
    const raised = trace(canvas, FOREHEAD.high).map(
      (p): Point => ({ x: p.x + up.x * ABOVE * unit, y: p.y + up.y * ABOVE * unit }),
    )
    return [[...trace(canvas, FOREHEAD.low), ...raised]]
  },
  mouth: (canvas) => folds(canvas, MOUTH_TO_JAW),
}

/** Where the lines of a part run, 0-1, soft-edged on the canvas. */
export function lineArea(canvas: Canvas, part: LinePart): Float32Array {
  const plane = zeroPlane(canvas.width * canvas.height)
  for (const ring of LINES[part](canvas)) paintPolygon(plane, canvas, ring)
  return blur(plane, canvas, SOFT * canvas.unit)
}

/** A stripe along each line, a box for every piece of it. */
function folds(canvas: Canvas, lines: readonly (readonly number[])[]): Point[][] {
  const half = FOLD * canvas.unit
  return lines.flatMap((line) =>
    trace(canvas, line)
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
