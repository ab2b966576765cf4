import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import { circlePolygon, paintPolygon } from '../../raster/paint-polygon.ts'

/** The wings of the nose, each from its top along the crease to the nostril and back over the wing. */
const WINGS = [
  [209, 129, 98, 64, 102],
  [429, 358, 327, 294, 331],
] as const

/** The corners of the mouth, and how far around them, in widths of the face, their shadow reaches. */
const CORNERS = [57, 287] as const
const SHADOW = 0.035

/** 1 where every face has small shadows that are as dark and as short as spots: wings of the nose, corners of the mouth. */
export function anatomicalShadows(canvas: FaceRegion): Float32Array {
  const { faceWidth, width, height } = canvas
  const plane = allocZeroPlane(width * height)
  for (const wing of WINGS) paintPolygon(plane, canvas, landmarkPath(canvas, wing))
  for (const corner of landmarkPath(canvas, CORNERS))
    paintPolygon(plane, canvas, circlePolygon(corner, SHADOW * faceWidth))
  const soft = blur(plane, canvas, 0.012 * faceWidth)
  fill({ soft })
  return soft
}

const fill = formula({ planes: ['soft'] }, 'soft = min(1, 4 * soft)')
