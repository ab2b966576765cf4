import { formula } from '../../raster/formula.ts'
import type { Point } from '../../raster/picture.ts'
import { zeroPlane } from '../../raster/plane-room.ts'
import { FACE } from '../../vision/face.ts'
import { blur } from '../skin/blur.ts'
import { type Canvas, trace } from '../skin/canvas.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'

/** 1 where every face has creases of its own: the sides and wings of the nose, and what lies between each brow and its eye. */
export function ownCreases(canvas: Canvas): Float32Array {
  const plane = zeroPlane(canvas.width * canvas.height)
  const lid = (brow: readonly number[], lashes: readonly number[]): Point[] =>
    trace(canvas, [...brow, ...[...lashes].reverse()])
  paintPolygon(plane, canvas, trace(canvas, NOSE))
  paintPolygon(plane, canvas, lid(FACE.leftBrowTop, FACE.leftUpperLid))
  paintPolygon(plane, canvas, lid(FACE.rightBrowTop, FACE.rightUpperLid))
  const soft = blur(plane, canvas, 0.008 * canvas.unit)
  fill({ soft })
  return soft
}

const fill = formula('soft = min(1, 2 * soft)')

const NOSE = [
  FACE.noseTop,
  417,
  465,
  343,
  277,
  355,
  358,
  327,
  FACE.noseBase,
  98,
  129,
  126,
  47,
  114,
  245,
  193,
]
