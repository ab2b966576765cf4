import type { SkinMasks } from '../../face/skin-masks.ts'
import { RELIGHT_COLOURLESS } from './tuning.ts'

/** Whether a face's skin is grey: that of a black and white picture. */
export function isColourless({ typical: { l, a, b } }: Pick<SkinMasks, 'typical'>): boolean {
  return Math.hypot(a, b) < RELIGHT_COLOURLESS * (l + 16)
}
