import { inpaint } from '../../fill/inpaint.ts'
import type { Picture } from '../../raster/picture.ts'
import { boxMean } from '../../vision/mattes/box-mean.ts'

/** Pixels around people that may still show some of them. */
const SPILL = 2

/** A share of a box that is not none, whatever rounding made of its sum. */
const SOME = 1e-5

/**
 * Continues the background behind the edge of people, as far as it can come to light.
 * @param alpha the share of each pixel that is people, 0–1
 * @param reach pixels
 * @returns the picture with that rim filled, and 1 for each pixel behind people that was not
 */
export function fillRim(
  picture: Picture,
  alpha: Float32Array,
  reach: number,
): { picture: Picture; unknown: Float32Array } {
  const { width, height } = picture
  const beside = boxMean(alpha, width, height, SPILL)
  const free = beside.map((share) => (share > SOME ? 0 : 1))
  const near = boxMean(free, width, height, reach + 2 * SPILL)
  const [occluded, target] = [new Uint8Array(free.length), new Uint8Array(free.length)]
  const unknown = new Float32Array(free.length)
  for (let at = 0; at < free.length; at++) {
    if (free[at]) continue
    occluded[at] = 1
    if (near[at]! > SOME) target[at] = 1
    else unknown[at] = 1
  }
  return { picture: inpaint(picture, occluded, target, reach + 2 * SPILL), unknown }
}
