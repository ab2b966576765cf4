import type { Picture } from '../../raster/picture.ts'
import { buildPyramid } from '../input/pyramid.ts'
import { refineMatteByColour } from '../mattes/refine-matte-by-colour.ts'
import { selfieMask } from '../mattes/selfie-mask.ts'
import { SELFIE_AGREEMENT } from '../tuning.ts'
import type { Nets } from '../vision.ts'
import { type Body, isFullLength } from './body.ts'

/**
 * A body whose mask is limited to the selfie mask. The pose network extends the mask of a person who is cut by the
 * frame into dark walls and folds behind them. Bodies at full length, and those that the selfie network misses, keep
 * their mask.
 * @returns `body`, or a copy with a new mask
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
  let [bodyArea, sharedArea] = [0, 0]
  for (let i = 0; i < data.length; i++) {
    const [bodyLevel, portraitLevel] = [data[i]!, wider[i]!]
    data[i] = Math.min(bodyLevel, portraitLevel)
    wider[i] = Math.max(bodyLevel, portraitLevel)
    bodyArea += bodyLevel
    sharedArea += data[i]!
  }
  if (sharedArea < SELFIE_AGREEMENT * bodyArea) return body
  const mask = { ...body.mask, data }
  refineMatteByColour(picture, mask, wider)
  return { ...body, mask }
}
