import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../../geometry/box.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import type { ByRegion } from '../../../regions/region-names.ts'
import { FAINT_HAIR } from '../tuning.ts'
import { clothColourDistance } from './cloth-colour-distance.ts'
import { labColourOf, meanLabColour } from './mean-lab-colour.ts'

/**
 * Regions in which the shade of a neck is skin. Dark skin away from all that surely is hair passes for some of it, and
 * a collar that is laid behind hair would be seen through there.
 */
export function withoutFaintHair(
  picture: Picture,
  regions: ByRegion<Mask>,
  shoulders: number,
): ByRegion<Mask> {
  const { hair, 'body-skin': skin } = regions
  const [ofHair, ofSkin] = [hair, skin].map((mask) => meanLabColour(picture, mask))
  if (!ofHair || !ofSkin) return regions
  const tight = boxOfPlane(hair.data, hair)
  if (!tight) return regions
  const reach = Math.max(1, Math.round(FAINT_HAIR.reach * shoulders))
  const box = clampBox(growBox(tight, 1), hair)
  const places = placesIn(box, hair)
  const sure = new Uint8Array(places.length)
  for (let i = 0; i < sure.length; i++) {
    if (hair.data[places[i]!]! >= FAINT_HAIR.sure) sure[i] = 1
  }
  const near = growMask(sure, box, reach)
  const faint = new Float32Array(places.length)
  for (let i = 0; i < faint.length; i++) if (!near[i]) faint[i] = hair.data[places[i]!]! / 255
  const strands = hair.data.slice()
  const bare = skin.data.slice()
  const limits = { low: FAINT_HAIR.seen, high: FAINT_HAIR.seen, share: 0, most: Infinity }
  for (const { pixels } of findComponents(faint, box.width, limits)) {
    const found = pixels.map((i) => places[i]!)
    const colour = labColourOf(picture, found)
    if (clothColourDistance(colour, ofSkin) > clothColourDistance(colour, ofHair)) continue
    for (const at of found) {
      bare[at] = Math.min(255, bare[at]! + strands[at]!)
      strands[at] = 0
    }
  }
  return {
    ...regions,
    hair: { ...hair, data: strands },
    'body-skin': { ...skin, data: bare },
  }
}
