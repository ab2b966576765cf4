import type { Picture } from '../raster/picture.ts'
import type { Body } from './body.ts'
import { isWhole } from './is-whole.ts'
import { buildPyramid } from './pyramid.ts'
import { selfieMask } from './selfie-mask.ts'
import { settleDoubt } from './settle-doubt.ts'
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
  const wider = portrait.data
  let [own, both] = [0, 0]
  for (let i = 0; i < data.length; i++) {
    const [mine, theirs] = [data[i]!, wider[i]!]
    data[i] = Math.min(mine, theirs)
    wider[i] = Math.max(mine, theirs)
    own += mine
    both += data[i]!
  }
  if (both < SEEN * own) return body
  const mask = { ...body.mask, data }
  settleDoubt(picture, mask, wider)
  return { ...body, mask }
}
