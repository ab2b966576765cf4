import type { Picture } from '../raster/picture.ts'
import type { Body } from './body.ts'
import { isWhole } from './is-whole.ts'
import { buildPyramid } from './pyramid.ts'
import { selfieMask } from './selfie-mask.ts'
import type { Nets } from './vision.ts'

/** Seeing less of the body's mask, the network for portraits has not seen this person. */
const SEEN = 0.7

/**
 * A body whose mask claims only what the network for portraits takes for a person too. The pose network reads who is cut
 * by the frame into dark walls and folds behind them; who is shown whole, or missed by the other network, keeps their
 * mask.
 */
export async function trimToPortrait(
  picture: Picture,
  body: Body,
  vision: Pick<Nets, 'selfie' | 'wideSelfie'>,
): Promise<Body> {
  if (isWhole(body)) return body
  const portrait = await selfieMask(buildPyramid(picture), vision, body.landmarks)
  const data = body.mask.data.slice()
  let [own, both] = [0, 0]
  for (let i = 0; i < data.length; i++) {
    own += data[i]!
    data[i] = Math.min(data[i]!, portrait.data[i]!)
    both += data[i]!
  }
  return both < SEEN * own ? body : { ...body, mask: { ...body.mask, data } }
}
