import { allocZeroPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/paint-polygon.ts'
import type { Point } from '../../raster/picture.ts'
import { FACE } from '../../vision/faces/face.ts'
import { type FaceRegion, landmarkPath } from '../face-region.ts'

/** 1 where every face has creases of its own: the sides and wings of the nose, and what lies between each brow and its eye. */
export function anatomicalCreases(canvas: FaceRegion): Float32Array {
  const plane = allocZeroPlane(canvas.width * canvas.height)
  const lid = (brow: readonly number[], lashes: readonly number[]): Point[] =>
    landmarkPath(canvas, [...brow, ...[...lashes].reverse()])
  paintPolygon(plane, canvas, landmarkPath(canvas, NOSE))
  paintPolygon(plane, canvas, lid(FACE.leftBrowTop, FACE.leftUpperLid))
  paintPolygon(plane, canvas, lid(FACE.rightBrowTop, FACE.rightUpperLid))
  const soft = blur(plane, canvas, 0.008 * canvas.faceWidth)
  fill({ soft })
  return soft
}

const fill = formula({ planes: ['soft'] }, 'soft = min(1, 2 * soft)')

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
