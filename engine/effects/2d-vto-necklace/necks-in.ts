import type { PlacesIn } from '../../jewellery/open-try-on.ts'
import { placeAtNeck } from '../../jewellery/worn/place-on-head.ts'
import { detectFaces } from '../../vision/faces/detect-faces.ts'

/** The neck below the largest face of a product picture. */
export const necksIn: PlacesIn = async (picture, vision) => {
  const faces = await detectFaces(picture, vision)
  return faces
    .toSorted((a, b) => b.box.width - a.box.width)
    .slice(0, 1)
    .map(placeAtNeck)
}
