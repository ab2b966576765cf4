import type { Look } from '../../../catalog/looks/look.ts'
import { faceRegionGeometry } from '../../face/face-region.ts'
import { releaseOwnership } from '../../raster/copy-on-write.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { paintEyes } from './paint-eyes.ts'
import { paintLips } from './paint-lips.ts'
import { paintSkin } from './paint-skin.ts'

/**
 * Puts a look on a face, in the order in which make-up is put on: skin, eyes, lips. Lips and eyes are painted at the
 * picture's own resolution, because a liner is sharp.
 */
export function putOnLook(picture: Picture, face: Face, look: Look): Picture {
  const { picture: skin, light } = paintSkin(picture, face, look)
  releaseOwnership(skin)
  const geometry = faceRegionGeometry(picture, face, Number.POSITIVE_INFINITY)
  const eyes = paintEyes(skin, geometry, look, light)
  releaseOwnership(eyes)
  return paintLips(eyes, geometry, look, light)
}
