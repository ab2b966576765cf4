import { type Box, clampBox, growBox } from '../geometry/box.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import { crop, cropMask } from '../raster/pixels/crop.ts'
import type { Body } from '../vision/bodies/body.ts'
import { CROP_TO_BODY_MARGIN } from './tuning.ts'

/** A part of a picture around one body, everything in its pixels. */
export type BodyCrop = {
  /** Where the part lies in the picture. */
  area: Box
  picture: Picture
  body: Body
  others: { mask: Mask }[]
}

/**
 * Crops a picture to one body, with a margin for a wider outline and for background to fill from. Effects work on this
 * part alone and paste it back, so everything outside keeps its bytes.
 */
export function cropToBody(
  picture: Picture,
  body: Body,
  others: readonly { mask: Mask }[],
): BodyCrop {
  const { left, top, width, height } = body.box
  const margin =
    Math.round(CROP_TO_BODY_MARGIN.share * Math.max(width, height)) + CROP_TO_BODY_MARGIN.pixels
  const area = clampBox(growBox(body.box, margin), picture)
  return {
    area,
    picture: crop(picture, area),
    body: {
      ...body,
      box: { left: left - area.left, top: top - area.top, width, height },
      landmarks: body.landmarks.map((p) => ({ ...p, x: p.x - area.left, y: p.y - area.top })),
      mask: cropMask(body.mask, area),
    },
    others: others.map(({ mask }) => ({ mask: cropMask(mask, area) })),
  }
}
