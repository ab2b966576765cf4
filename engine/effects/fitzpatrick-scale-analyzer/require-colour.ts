import { Fault } from '../../../catalog/failures/fault.ts'
import type { LabColour } from '../../raster/colour/lab.ts'
import type { ColourSpread } from './measure-colour-spread.ts'
import { MIN_CHROMA, MIN_SPREAD, MIN_YELLOW } from './tuning.ts'

/**
 * Throws Fault `dark` for a picture without colours, grey or toned, and for skin without a colour of its own in light
 * so blue that its yellow is lost. Its typology angle would mean nothing, and mostly read as pale.
 * @param measured the skin's colour
 * @param balanced the same after white balance
 */
export function requireColour(
  { spread, chroma }: ColourSpread,
  measured: LabColour,
  balanced: LabColour,
): void {
  const most = Math.max(...[measured, balanced].map(({ a, b }) => Math.hypot(a, b)))
  if (spread < Math.max(MIN_SPREAD.units, MIN_SPREAD.share * chroma) || most < MIN_CHROMA) {
    throw new Fault('dark', 'The picture shows the skin without its colour: it is grey, or toned.')
  }
  if (balanced.b < MIN_YELLOW) {
    throw new Fault('dark', 'The light on the face is so blue that the colour of the skin is lost.')
  }
}
