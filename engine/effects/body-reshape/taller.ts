import { Fault } from '../../../catalog/failures/fault.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import type { Adjustment } from './adjustment.ts'
import { addStretch } from './shape/add-displacement.ts'
import type { BodyShape } from './shape/shape.ts'
import { EXTENT_ALPHA, FRAME_MARGIN, LEAST_GROWTH, LEAST_LEGS, MAX_LEG_GROWTH } from './tuning.ts'

/**
 * Longer legs, the rest as it is. The feet stay on the ground and everything above them rises as far as there is room
 * over the head; for the remainder the feet move down. Legs that the frame cuts grow downwards, out of it.
 *
 * Throws Fault `pose` where there is no room, or the legs are not shown.
 */
export const taller: Adjustment = {
  requires: ['hips', 'someLeg'],
  move: ({ left }, shape, field) => {
    const { hips, ground, cut } = legsOf(shape.body)
    const growth = left * MAX_LEG_GROWTH * (ground - hips)
    const { top, bottom } = verticalExtent(shape)
    const above = Math.max(0, top - FRAME_MARGIN)
    const below = Math.max(0, shape.body.mask.height - FRAME_MARGIN - bottom)
    const up = cut ? 0 : Math.min(growth, above)
    const down = cut ? growth : Math.min(growth - up, below)
    if (up + down < LEAST_GROWTH * growth) {
      throw new Fault('pose', 'features.taller needs room above the head or below the feet.')
    }
    addStretch(field, hips - up, ground + down, up, down)
  },
}

/** The rows of the hips and of the ground under the feet, and whether the frame cuts the feet off. */
function legsOf({ landmarks, mask }: Body): { hips: number; ground: number; cut: boolean } {
  const at = (name: keyof typeof BODY) => landmarks[BODY[name]]!
  const hips = (at('leftHip').y + at('rightHip').y) / 2
  const ankles = Math.max(at('leftAnkle').y, at('rightAnkle').y)
  const cut = ankles >= mask.height - 1
  const ground = Math.min(mask.height - 1, ankles)
  if (ground - hips < LEAST_LEGS * mask.height) {
    throw new Fault('pose', 'features.taller needs the legs below the hips to be shown.')
  }
  return { hips, ground, cut }
}

/** The first and last row of the person. */
function verticalExtent({ body: { mask } }: BodyShape): { top: number; bottom: number } {
  const isPerson = (value: number) => value > EXTENT_ALPHA
  const top = Math.max(0, Math.floor(mask.data.findIndex(isPerson) / mask.width))
  const bottom = Math.floor(mask.data.findLastIndex(isPerson) / mask.width)
  return { top, bottom }
}
