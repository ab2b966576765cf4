import { Fault } from '../../../catalog/failures/fault.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { isColourless } from './is-colourless.ts'
import type { Both } from './swap-region.ts'
import { SKIN_COLOUR } from './tuning.ts'

/**
 * Throws Fault `hidden-face` for a face in colours that skin has in no white light, such as a drawn or a tinted one:
 * what is compared with its skin would be coloured at random. A picture without colours is none of them; but a
 * reference without colours has no white for eyes in a picture with colours.
 */
export function requireSkinColour(masks: Both<SkinMasks>): void {
  for (const [role, which, of] of [
    ['src', 'The face to be replaced', 'target'],
    ['ref', 'The reference face', 'donor'],
  ] as const) {
    const { a, b } = masks[of].typical
    if (a >= SKIN_COLOUR.leastA && b >= SKIN_COLOUR.leastB) continue
    const hue = b < a ? 'blue or violet' : 'green'
    throw new Fault('hidden-face', `${which} has no colours of skin: it is ${hue}.`, { role })
  }
  if (isColourless(masks.target) || !isColourless(masks.donor)) return
  throw new Fault(
    'hidden-face',
    'The reference face has no colours, and the face to be replaced has some.',
    { role: 'ref' },
  )
}
