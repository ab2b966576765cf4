import type { Look } from '../../../catalog/looks/look.ts'
import { faceRegionGeometry } from '../../face/face-region.ts'
import type { Box } from '../../geometry/box.ts'
import type { Picture } from '../../raster/picture.ts'
import { releaseOwnership } from '../../raster/pixels/copy-on-write.ts'
import type { Face } from '../../vision/faces/face.ts'
import { paintEyes, partsOfEyes } from './paint-eyes.ts'
import { paintLips, partOfLips } from './paint-lips.ts'
import { paintSkin, skinGeometry } from './paint-skin.ts'
import { LOOK_VTO_MAX_FACE_WIDTH } from './tuning.ts'

/**
 * Puts a look on a face, in the order in which make-up is put on: skin, eyes, lips. Lips and eyes are painted at the
 * picture's own resolution up to a width of the face at which their edges are softer than two pixels.
 * @param settle told before each of them where pixels still change
 */
export function putOnLook(
  picture: Picture,
  face: Face,
  look: Look,
  settle: (picture: Picture, pending: readonly Box[]) => void = () => {},
): Picture {
  const eyeParts = partsOfEyes(
    faceRegionGeometry(picture, face, LOOK_VTO_MAX_FACE_WIDTH.eyes),
    picture,
  )
  const lipPart = partOfLips(
    faceRegionGeometry(picture, face, LOOK_VTO_MAX_FACE_WIDTH.lips),
    picture,
  )
  const features = [...eyeParts, lipPart].map(({ area }) => area)
  settle(picture, [skinGeometry(picture, face).area, ...features])
  const { picture: skin, light } = paintSkin(picture, face, look)
  settle(skin, features)
  releaseOwnership(skin)
  const eyes = paintEyes(skin, eyeParts, look, light)
  settle(eyes, [lipPart.area])
  releaseOwnership(eyes)
  return paintLips(eyes, lipPart, look, light)
}
