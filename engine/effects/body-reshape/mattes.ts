import type { Mask, Picture } from '../../raster/picture.ts'
import type { Body } from '../../vision/body.ts'

/** The person to change and the people to keep, as the layers need them. */
export type Mattes = {
  /** The person alone. */
  matte: Mask
  /** Where somebody else is: these pixels stay. */
  pin: Mask
  /** 1 where there is no background to copy from: any person, with their soft edges. */
  hidden: Uint8Array
}

/**
 * Parts the people of a picture. Where two masks claim a pixel, the stronger claim has it, so that a neighbour's mask
 * that spills over the person does not freeze them, and one that merely touches keeps its pixels.
 */
export function mattes(picture: Picture, body: Body, others: Body[]): Mattes {
  const { width, height } = picture
  const size = width * height
  const matte = new Uint8Array(size)
  const pin = new Uint8Array(size)
  const hidden = new Uint8Array(size)
  for (let i = 0; i < size; i++) {
    const own = body.mask.data[i]!
    let other = 0
    for (const { mask } of others) other = Math.max(other, mask.data[i]!)
    pin[i] = Math.min(255, Math.max(0, 2 * other - own))
    matte[i] = Math.max(0, own - pin[i]!)
    hidden[i] = own > 0 || other > 0 ? 1 : 0
  }
  return { matte: { width, height, data: matte }, pin: { width, height, data: pin }, hidden }
}
