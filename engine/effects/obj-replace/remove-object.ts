import { Fault } from '../../../catalog/failures/fault.ts'
import { calmShare } from '../../fill/calm-share.ts'
import { fillHole } from '../../fill/fill-hole.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { coverRemains } from './cover-remains.ts'
import { mix } from './mix.ts'
import { LEAST_LEFT, NOTED_CALM, NOTED_LARGE, OBJECT_TINGED } from './tuning.ts'

/**
 * Takes out what a mask covers and continues what is around it. Soft edges of the mask mix the two, but
 * what shows the object there, or a little outside, goes too.
 * @returns the picture, and in words what of it is made up more than continued, if anything
 * @throws Fault `parameter` when next to nothing of the picture would be left
 */
export function removeObject(picture: Picture, mask: Mask): { picture: Picture; note?: string } {
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
  const filled = fillHole(picture, target)
  const note = noteOf(calmShare(picture, filled, target), 1 - left / target.length)
  return { picture: mix(picture, filled, covered), ...(note && { note }) }
}

/**
 * @param calm the share of the hole that is smooth in a rough place
 * @param share of the picture that was taken out
 */
function noteOf(calm: number, share: number): string {
  const notes: string[] = []
  if (calm > NOTED_CALM) {
    notes.push(
      'Part of what was taken out is continued in calm colour: what lies behind it cannot be told from this picture, ' +
        'and only a generator would invent it.',
    )
  }
  if (share > NOTED_LARGE) {
    notes.push(
      `What was taken out is ${Math.round(100 * share)} % of the picture: what lies behind so much of it is continued ` +
        'from its edges, and things there are not invented.',
    )
  }
  return notes.join(' ')
}
