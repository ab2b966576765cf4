import { Fault } from '../../../catalog/fault.ts'
import type { LabColour } from '../../raster/colour/lab.ts'
import type { ColourSpread } from './measure-colour-spread.ts'

/**
 * A picture is grey or toned where the colours of equally light pixels lie less apart than this: CIELAB units, and as a
 * share of the chroma, because a JPEG of low quality spreads a strong tone more. Toned pictures measure up to 1.1 (up
 * to 2 and 0.07 after a JPEG of quality 75); pictures with colours 8 and more, a quarter of it at a quarter of their
 * saturation, and 0.1 and more under a lamp.
 */
const MIN_SPREAD = { units: 1.6, share: 0.08 } as const

/** CIELAB chroma. The palest and the darkest skin have about 10; below this its typology angle would mean nothing. */
const MIN_CHROMA = 3

/** The least b* that skin has in light it can be read in. */
const MIN_YELLOW = -3

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
