import { allocZeroPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { circlePolygon, paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { type FaceRegion, landmarkPath } from '../face-region.ts'
import { ANATOMY_EDGE, CORNER_SHADOW } from '../tuning.ts'

/** Rings of landmarks: the nose, and the skin between each brow and its upper lid. */
const CREASED: readonly (readonly number[])[] = [
  [FACE.noseTop, 417, 465, 343, 277, 355, 358, 327, FACE.noseBase, 98, 129, 126, 47, 114, 245, 193],
  [...FACE.leftBrowTop, ...[...FACE.leftUpperLid].reverse()],
  [...FACE.rightBrowTop, ...[...FACE.rightUpperLid].reverse()],
]

/**
 * A soft mask, 0–1, of where every face has creases: the sides and wings of the nose, and the skin between each brow
 * and its eye.
 */
export function anatomicalCreases(region: FaceRegion): Float32Array {
  const plane = allocZeroPlane(region.width * region.height)
  for (const ring of CREASED) paintPolygon(plane, region, landmarkPath(region, ring))
  const soft = blur(plane, region, ANATOMY_EDGE.creases.sigma * region.faceWidth)
  amplify({ soft }, { gain: ANATOMY_EDGE.creases.gain })
  return soft
}

/** The wings of the nose, each from its top along the crease to the nostril and back over the wing. */
const NOSE_WINGS = [
  [209, 129, 98, 64, 102],
  [429, 358, 327, 294, 331],
] as const

/** The corners of the mouth, and how far around them, in widths of the face, their shadow reaches. */
const MOUTH_CORNERS = [57, 287] as const

/**
 * A soft mask, 0–1, of where every face has shadows as small and dark as spots: the wings of the nose and the corners
 * of the mouth.
 */
export function anatomicalShadows(region: FaceRegion): Float32Array {
  const plane = allocZeroPlane(region.width * region.height)
  for (const wing of NOSE_WINGS) paintPolygon(plane, region, landmarkPath(region, wing))
  for (const corner of landmarkPath(region, MOUTH_CORNERS)) {
    paintPolygon(plane, region, circlePolygon(corner, CORNER_SHADOW * region.faceWidth))
  }
  const soft = blur(plane, region, ANATOMY_EDGE.shadows.sigma * region.faceWidth)
  amplify({ soft }, { gain: ANATOMY_EDGE.shadows.gain })
  return soft
}

const amplify = formula({ planes: ['soft'], scalars: ['gain'] }, 'soft = min(1, gain * soft)')
