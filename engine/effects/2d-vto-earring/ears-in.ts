import type { PlacesIn } from '../../jewellery/open-try-on.ts'
import { placeAtEar } from '../../jewellery/worn/place-on-head.ts'
import { findHeadRegions } from '../../regions/head/head-regions.ts'
import { detectFaces } from '../../vision/faces/detect-faces.ts'
import { findEarlobe } from './find-earlobe.ts'

/** The ears that the largest face of a product picture shows. */
export const earsIn: PlacesIn = async (picture, vision) => {
  const faces = await detectFaces(picture, vision)
  const [face] = faces.toSorted((a, b) => b.box.width - a.box.width)
  if (!face) return []
  const regions = await findHeadRegions(picture, face, vision)
  return (['right', 'left'] as const)
    .map((side) => findEarlobe(face, regions, side))
    .filter(({ hiddenBy }) => hiddenBy !== 'head' && hiddenBy !== 'hair')
    .map(({ at }) => placeAtEar(face, at))
}
