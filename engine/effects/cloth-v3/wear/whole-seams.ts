import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import type { Picture } from '../../../raster/picture.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import { WHOLE_SEAMS } from '../tuning.ts'

/**
 * Pixels that are to become what is behind the person, of pieces of which more becomes skin: a seam between a garment
 * and a bare arm would end in a patch of the wall, which shows nowhere around it.
 * @param beside 1 for each pixel that becomes what is behind @param seams 1 for each that becomes skin beside an arm
 */
export function besideSeams(
  beside: Uint8Array,
  seams: Uint8Array,
  picture: Pick<Picture, 'width' | 'height'>,
): number[] {
  const box = boxOfPlane(seams, picture)
  if (!box) return []
  box.height = Math.min(picture.height - box.top, box.height + Math.round(box.width))
  const places = placesIn(box, picture)
  const both = Float32Array.from(places, (at) => Math.max(beside[at]!, seams[at]!))
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  return findComponents(both, box.width, limits).flatMap(({ pixels }) => {
    const rest = pixels.filter((i) => beside[places[i]!] === 1)
    const isSeam = rest.length < WHOLE_SEAMS * (pixels.length - rest.length)
    return isSeam ? rest.map((i) => places[i]!) : []
  })
}
