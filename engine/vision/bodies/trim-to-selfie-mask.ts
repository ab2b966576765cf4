import type { Picture } from '../../raster/picture.ts'
import { buildPyramid } from '../input/pyramid.ts'
import { refineMatteByColour } from '../mattes/refine-matte-by-colour.ts'
import { selfieMask } from '../mattes/selfie-mask.ts'
import type { Nets } from '../vision.ts'
import type { Body } from './body.ts'
import { isFullLength } from './is-full-length.ts'

/** Seeing less of the body's mask, the network for portraits has not seen this person. */
const MIN_AGREEMENT = 0.7

/**
 * A body whose mask claims only what the network for portraits takes for a person too. The pose network reads who is
 * cut by the frame into dark walls and folds behind them; who is shown whole, or missed by the other network, keeps
 * their mask.
 */
export async function trimToSelfieMask(
  picture: Picture,
  body: Body,
  vision: Pick<Nets, 'selfie' | 'wideSelfie'>,
): Promise<Body> {
  if (isFullLength(body)) return body
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
  if (both < MIN_AGREEMENT * own) return body
  const mask = { ...body.mask, data }
  refineMatteByColour(picture, mask, wider)
  return { ...body, mask }
}
