import { Fault } from '../../../catalog/failures/fault.ts'
import { fillHole } from '../../fill/fill-hole.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { coverRemains } from './cover-remains.ts'
import { mix } from './mix.ts'
import { LEAST_LEFT, OBJECT_TINGED } from './tuning.ts'

/**
 * Takes out what a mask covers and continues what is around it. Soft edges of the mask mix the two, but
 * what shows the object there, or a little outside, goes too.
 * @throws Fault `parameter` when next to nothing of the picture would be left
 */
export function removeObject(picture: Picture, mask: Mask): Picture {
  const covered = coverRemains(picture, mask)
  const target = growMask(covered.data, mask, OBJECT_TINGED)
  let left = 0
  for (const is of target) if (!is) left++
  if (left < LEAST_LEFT * target.length) {
    throw new Fault(
      'parameter',
      'The mask is white nearly everywhere: nothing is left to continue.',
      {
        role: 'msk',
      },
    )
  }
  return mix(picture, fillHole(picture, target), covered)
}
