import type { Mask, Picture } from '../../engine/raster/picture.ts'
import { segmentPeople } from '../../engine/vision/bodies/segment-people.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { maskCoverage } from '../../engine/vision/masks.ts'
import type { Vision } from '../../engine/vision/vision.ts'

/** Of a face that is somebody's in the mask this much lies inside it, at least. */
const INSIDE = 0.5

/**
 * The mask of everybody in a picture; black where nobody is.
 * @throws Error when most of the faces that are seen are outside it: a crowd, whose people are not told from what is
 * behind them. One on a poster is no reason.
 */
export async function segmentPerson(picture: Picture, vision: Vision): Promise<Mask> {
  const mask = await segmentPeople(picture, vision)
  const faces = await detectFaces(picture, vision)
  const missing = faces.filter(({ box }) => maskCoverage(mask, box) < INSIDE).length
  if (2 * missing > faces.length) {
    throw new Error(
      `${missing} of the ${faces.length} people whose faces are seen cannot be told from what is behind them; crowds cannot be cut out.`,
    )
  }
  return mask
}
