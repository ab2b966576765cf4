import { Fault } from '../../../catalog/failures/fault.ts'
import type { FaceRegion } from '../../face/face-region.ts'
import { FACE } from '../../vision/faces/face.ts'
import { lightWithin } from './light-within.ts'
import { EYE_OPENINGS } from './openings.ts'
import { SEEN_EYES } from './tuning.ts'

/**
 * Throws Fault `hidden-face` for a face to be replaced whose eyes hardly differ from its skin, behind lenses that
 * reflect or in a blur: what would be displaced are lenses.
 */
export function requireSeenEyes(target: FaceRegion): void {
  const eyes = lightWithin(
    target,
    EYE_OPENINGS.map(({ rim }) => rim),
    SEEN_EYES.quantile,
  )
  const share = eyes / Math.max(1, lightWithin(target, [FACE.oval]))
  if (share <= SEEN_EYES.most) return
  throw new Fault(
    'hidden-face',
    `The eyes of the face to be replaced are ${Math.floor(100 * share)} % as light as the face where they are darkest; ` +
      `${100 * SEEN_EYES.most} % are allowed: behind lenses that reflect or in a blur they are not seen.`,
    { role: 'src' },
  )
}
