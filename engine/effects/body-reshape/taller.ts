import { Fault } from '../../../catalog/fault.ts'
import type { Displacement } from '../../raster/displacement.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import type { Adjustment, BodyShape } from './adjustment.ts'

/** How much longer the legs get at most. */
const MAX_LEG_GROWTH = 0.16

/**
 * Longer legs, the rest as it is: the feet stay on the ground and everything above rises, as far as the frame has
 * room over the head; what is missing, the feet go down. Legs that the frame cuts grow out of it downwards.
 */
export const taller: Adjustment = {
  requires: ['hips', 'someLeg'],
  move: ({ left }, shape, field) => {
    const { hips, ground, cut } = legsOf(shape.body)
    const wish = left * MAX_LEG_GROWTH * (ground - hips)
    const { top, bottom } = verticalExtent(shape)
    const up = cut ? 0 : Math.min(wish, Math.max(0, top - 2))
    const down = cut ? wish : Math.min(wish - up, Math.max(0, shape.body.mask.height - 2 - bottom))
    if (up + down < 0.05 * wish) {
      throw new Fault('pose', 'features.taller needs room above the head or below the feet.')
    }
    stretch(field, hips - up, ground + down, up, down)
  },
}

/** Between `hips` and `ground` (rows of the result) the picture is stretched evenly; above and below it is shifted. */
function stretch(field: Displacement, hips: number, ground: number, up: number, down: number) {
  const { step, cols, rows, dy } = field
  for (let j = 0; j < rows; j++) {
    const f = Math.min(1, Math.max(0, (j * step - hips) / (ground - hips)))
    for (let i = 0; i < cols; i++) {
      dy[j * cols + i] = dy[j * cols + i]! + up * (1 - f) - down * f
    }
  }
}

function legsOf({ landmarks, mask }: Body): { hips: number; ground: number; cut: boolean } {
  const at = (name: keyof typeof BODY) => landmarks[BODY[name]]!
  const hips = (at('leftHip').y + at('rightHip').y) / 2
  const ankles = Math.max(at('leftAnkle').y, at('rightAnkle').y)
  const cut = ankles >= mask.height - 1
  const ground = Math.min(mask.height - 1, ankles)
  if (ground - hips < 0.1 * mask.height) {
    throw new Fault('pose', 'features.taller needs the legs below the hips to be shown.')
  }
  return { hips, ground, cut }
}

function verticalExtent({ body: { mask } }: BodyShape): { top: number; bottom: number } {
  let top = mask.data.findIndex((v) => v > 64)
  top = Math.max(0, Math.floor(top / mask.width))
  const bottom = Math.floor(mask.data.findLastIndex((v) => v > 64) / mask.width)
  return { top, bottom }
}
