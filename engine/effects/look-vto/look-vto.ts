import type { Look } from '../../../catalog/looks/look.ts'
import { faceRegionGeometry } from '../../face/face-region.ts'
import { releaseOwnership } from '../../raster/copy-on-write.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { paintEyes } from './paint-eyes.ts'
import { paintLips } from './paint-lips.ts'
import { paintSkin } from './paint-skin.ts'

/** The greatest width of a face that eyes and lips are painted at, in pixels; a liner is sharper than a lip. */
const MAX_FACE_WIDTH = { eyes: 700, lips: 500 } as const

/**
 * Puts a look on a face, in the order in which make-up is put on: skin, eyes, lips. Lips and eyes are painted at the
 * picture's own resolution up to a width of the face at which their edges are softer than two pixels.
 */
export function putOnLook(picture: Picture, face: Face, look: Look): Picture {
  const { picture: skin, light } = paintSkin(picture, face, look)
  releaseOwnership(skin)
  const eyes = paintEyes(skin, faceRegionGeometry(picture, face, MAX_FACE_WIDTH.eyes), look, light)
  releaseOwnership(eyes)
  return paintLips(eyes, faceRegionGeometry(picture, face, MAX_FACE_WIDTH.lips), look, light)
}
