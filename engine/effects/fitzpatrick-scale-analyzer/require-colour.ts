import { Fault } from '../../../catalog/fault.ts'
import type { Sclera } from '../../face/sclera.ts'
import type { LabColour, LinearRgb } from '../../raster/lab.ts'
import { CLIPPED_LEVEL } from './estimate-exposure.ts'

/** CIELAB chroma. The palest and the darkest skin have about 10; less than this is a grey picture. */
const MIN_CHROMA = 6

/**
 * The least difference of ln(R/G) between the skin and the white of the eyes. Skin reflects less green in any light: on
 * photographs and on the palest drawn skin the difference is 0.14 and more. Below this the picture is toned in one
 * colour.
 */
const MIN_RATIO_DIFFERENCE = 0.08

/** Fewer pixels of sclera than this are mostly lashes and skin. */
const MIN_PIXELS = 30

/**
 * Throws Fault `dark` for skin without a colour of its own: in a grey or toned picture, or in light so blue that the
 * skin's yellow is lost. Its typology angle would mean nothing, and mostly read as pale.
 * @param skin linear sRGB as measured
 * @param balanced the skin's colour after white balance
 */
export function requireColour(skin: LinearRgb, sclera: Sclera, balanced: LabColour): void {
  // Skin that is pale because it is overexposed is handled elsewhere.
  if (Math.max(...skin) >= CLIPPED_LEVEL) return
  if (balanced.b < -MIN_CHROMA / 2) {
    throw new Fault('dark', 'The light on the face is so blue that the colour of the skin is lost.')
  }
  if (Math.hypot(balanced.a, balanced.b) < MIN_CHROMA || isToned(skin, sclera)) {
    throw new Fault('dark', 'The picture shows the skin without its colour: it is grey, or toned.')
  }
}

function isToned([red, green]: LinearRgb, sclera: Sclera): boolean {
  if (sclera.pixels < MIN_PIXELS) return false
  return Math.log(red / green) - Math.log(sclera.r / sclera.g) < MIN_RATIO_DIFFERENCE
}
