import { Fault } from '../../../../catalog/failures/fault.ts'
import { touchedFeatures } from '../../../face/face-guard.ts'
import type { Head } from '../head/head.ts'
import { FREE_FEATURES_OVER, FREE_FEATURES_SHARE } from '../tuning.ts'
import { BEHIND_HAIR, type Uncovered } from '../uncover/bare-head.ts'

/**
 * Brows, eyes, nose and mouth are never painted: neither skin where a fringe lies over them, for nobody knows what is
 * behind it, nor new hair.
 * @param cover the share of each pixel that new hair has
 * @throws Fault `hidden-face`
 */
export function requireFreeFeatures(
  { face, picture }: Pick<Head, 'face' | 'picture'>,
  cover: Float32Array,
  { kinds }: Pick<Uncovered, 'kinds'>,
): void {
  const painted = (at: number): boolean => kinds[at] !== BEHIND_HAIR.nothing
  const [hidden] = touchedFeatures(face, picture, painted, FREE_FEATURES_SHARE.skin)
  if (hidden) {
    throw new Fault(
      'hidden-face',
      `Hair lies over the ${hidden}, and what is behind it would have to be invented; take a photo with the hair off ` +
        'the face.',
    )
  }
  // A lock may pass the end of a brow, whose pixels stay before it.
  const covered = (at: number): boolean => cover[at]! > FREE_FEATURES_OVER
  const [over] = touchedFeatures(face, picture, covered, FREE_FEATURES_SHARE.hair)
  if (over) {
    throw new Fault('hidden-face', `The new hair would lie over the ${over} of this face.`)
  }
}
