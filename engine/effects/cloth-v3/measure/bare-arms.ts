import { boxOfPoints } from '../../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../../geometry/box.ts'
import type { Point } from '../../../geometry/point.ts'
import type { Size } from '../../../geometry/size.ts'
import { srgbToLab } from '../../../raster/colour/lab.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import type { ByRegion } from '../../../regions/region-names.ts'
import { BARE_ARMS_ARM, BARE_ARMS_DYE, BARE_ARMS_PURE, BARE_ARMS_RIM } from '../tuning.ts'
import { clothColourDistance } from './cloth-colour-distance.ts'
import { meanLabColour } from './mean-lab-colour.ts'
import { isNearLimb } from './near-limb.ts'

/**
 * Regions without the rims of garment along bare arms: at the edge of skin the colours of skin and wall mix, and are
 * taken for cloth. What has the very colour of the garment is the edge of a strap, and stays.
 */
export function withBareArms(
  picture: Picture,
  regions: ByRegion<Mask>,
  { mask, arms, shoulders }: { mask: Mask; arms: readonly (readonly Point[])[]; shoulders: number },
): ByRegion<Mask> {
  const { width, height, data } = regions['upper-garment']
  const rim = Math.max(2, Math.round(BARE_ARMS_RIM * shoulders))
  // Beyond what is near an arm there is room for the masks to grow.
  const box = boxAroundArms(arms, BARE_ARMS_ARM * shoulders + 3 * rim, { width, height })
  const skin = new Uint8Array(box.width * box.height)
  const other = new Uint8Array(skin.length)
  const inPicture = (y: number): number => (box.top + y) * width + box.left
  for (let y = 0, i = 0; y < box.height; y++) {
    for (let x = 0, at = inPicture(y); x < box.width; x++, at++, i++) {
      if (regions['body-skin'].data[at]! > BARE_ARMS_PURE) skin[i] = 1
      if (data[at]! <= BARE_ARMS_PURE) other[i] = 1
    }
  }
  const nearSkin = growMask(skin, box, 2 * rim)
  const rims = growMask(other, box, rim)
  for (let i = 0; i < rims.length; i++) rims[i] = 1 - rims[i]!
  const cloth = growMask(rims, box, 2 * rim)
  const isOfDye = ofDye(picture, regions, mask)
  const bare = data.slice()
  for (let y = 0, i = 0; y < box.height; y++) {
    for (let x = 0, at = inPicture(y); x < box.width; x++, at++, i++) {
      if (data[at] === 0 || nearSkin[i] === 0 || cloth[i] === 1 || isOfDye(at)) continue
      const point = { x: box.left + x, y: box.top + y }
      if (arms.some((arm) => isNearLimb(arm, point, BARE_ARMS_ARM * shoulders))) bare[at] = 0
    }
  }
  return { ...regions, 'upper-garment': { width, height, data: bare } }
}

/** Whether a pixel has the colour of a top, and neither that of skin nor of the wall. */
function ofDye(
  picture: Picture,
  regions: ByRegion<Mask>,
  { data, ...size }: Mask,
): (at: number) => boolean {
  const wall = { ...size, data: data.map((share) => 255 - share) }
  const dye = meanLabColour(picture, regions['upper-garment'])
  const others = [regions['body-skin'], wall].map((mask) => meanLabColour(picture, mask))
  return (at) => {
    if (!dye) return false
    const [red, green, blue] = picture.data.subarray(4 * at, 4 * at + 3)
    const colour = srgbToLab(red!, green!, blue!)
    const off = clothColourDistance(colour, dye)
    if (off > BARE_ARMS_DYE.most) return false
    return others.every(
      (other) => !other || off < BARE_ARMS_DYE.nearer * clothColourDistance(colour, other),
    )
  }
}

/** The part of a picture within `by` pixels of the joints. */
function boxAroundArms(arms: readonly (readonly Point[])[], by: number, size: Size): Box {
  return clampBox(growBox(boxOfPoints(arms.flat()), by), size)
}
