import { Fault } from '../../../../catalog/failures/fault.ts'
import type { ClothParameters } from '../../../../catalog/features/cloth-v3.ts'
import { distance } from '../../../geometry/point.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import type { PersonRegions } from '../../../regions/person/find-regions.ts'
import { renderRegions } from '../../../regions/person/render-regions.ts'
import type { RegionName } from '../../../regions/region-names.ts'
import { BODY, type Body } from '../../../vision/bodies/body.ts'
import {
  GARMENT_AREA_HAND,
  GARMENT_AREA_HIPS,
  GARMENT_AREA_PALM,
  GARMENT_AREA_ROOM,
  IN_MASK,
} from '../tuning.ts'

type Area = Exclude<ClothParameters['garment_category'], 'auto'>

/** What is painted anew for each category, and how it is called. Skin is that of arms and legs, without hands. */
const REPLACED: Readonly<Record<Area, { regions: readonly RegionName[]; name: string }>> = {
  upper_body: { regions: ['upper-garment', 'body-skin'], name: 'top' },
  lower_body: { regions: ['lower-garment', 'body-skin'], name: 'lower garment' },
  full_body: { regions: ['upper-garment', 'lower-garment', 'body-skin'], name: 'garment' },
  shoes: { regions: ['shoes'], name: 'shoes' },
}

/**
 * The part of a picture that a generator paints to dress somebody: what is worn, with the limbs it may cover and some
 * room. Face, hair and hands stay.
 * @throws Fault `target` where nothing of the kind is worn
 */
export function garmentArea(
  picture: Picture,
  body: Body,
  found: PersonRegions,
  { area, shoes }: { area: Area; shoes: boolean },
): Mask {
  const regions = renderRegions(picture, [found])
  const { width, height } = picture
  const { landmarks } = body
  const at = (name: keyof typeof BODY) => landmarks[BODY[name]]!
  const hips = (at('leftHip').y + at('rightHip').y) / 2
  const torso = hips - (at('leftShoulder').y + at('rightShoulder').y) / 2
  const names = [...REPLACED[area].regions, ...(shoes ? (['shoes'] as const) : [])]
  const worn = new Uint8Array(width * height)
  for (let i = 0; i < worn.length; i++) {
    const y = Math.floor(i / width)
    const isOut =
      area === 'upper_body'
        ? y > hips + GARMENT_AREA_HIPS.below * torso
        : area === 'lower_body' && y < hips - GARMENT_AREA_HIPS.above * torso
    if (isOut) continue
    if (names.some((name) => regions[name].data[i]! >= IN_MASK)) worn[i] = 1
  }
  if (!worn.includes(1)) {
    throw new Fault('target', `No ${REPLACED[area].name} was found on the person.`, { role: 'src' })
  }
  const grown = growMask(
    worn,
    picture,
    Math.max(2, Math.round(GARMENT_AREA_ROOM * Math.abs(torso))),
  )
  const hands = (['left', 'right'] as const).map((side) => {
    const [elbow, wrist] = [at(`${side}Elbow`), at(`${side}Wrist`)]
    const reach = GARMENT_AREA_HAND * distance(elbow, wrist)
    const [dx, dy] = [wrist.x - elbow.x, wrist.y - elbow.y]
    return { x: wrist.x + GARMENT_AREA_PALM * dx, y: wrist.y + GARMENT_AREA_PALM * dy, reach }
  })
  const data = Uint8Array.from(grown, (share, i) => {
    if (share === 0) return 0
    const [x, y] = [i % width, Math.floor(i / width)]
    const kept = Math.max(regions.hair.data[i]!, regions['face-skin'].data[i]!)
    const isHand = hands.some((hand) => distance(hand, { x, y }) < hand.reach)
    const own = isHand ? regions['body-skin'].data[i]! : 0
    return 255 - Math.max(kept, own)
  })
  return { width, height, data }
}
