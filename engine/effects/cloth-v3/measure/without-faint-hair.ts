import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
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
  const sure = Uint8Array.from(hair.data, (share) => (share >= FAINT_HAIR.sure ? 1 : 0))
  const near = growMask(sure, hair, Math.max(1, Math.round(FAINT_HAIR.reach * shoulders)))
  const faint = new Float32Array(hair.data.length)
  for (let at = 0; at < faint.length; at++) if (!near[at]) faint[at] = hair.data[at]! / 255
  const strands = hair.data.slice()
  const bare = skin.data.slice()
  const limits = { low: FAINT_HAIR.seen, high: FAINT_HAIR.seen, share: 0, most: Infinity }
  for (const { pixels } of findComponents(faint, hair.width, limits)) {
    const colour = labColourOf(picture, pixels)
    if (clothColourDistance(colour, ofSkin) > clothColourDistance(colour, ofHair)) continue
    for (const at of pixels) {
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
