import { Fault } from '../../../catalog/fault.ts'
import type { Sclera } from '../../face/sclera.ts'
import { CLIPPED_LEVEL } from './estimate-exposure.ts'
import type { LabColour } from './measure-skin-colour.ts'

/** CIELAB chroma of the palest and of the darkest skin is about 10; less than this is a grey picture. */
const MIN_CHROMA = 6

/**
 * Skin gives back less green than the white of the eyes, whatever the light: ln(R/G) differs by 0.14 and more
 * (measured, on photographs and on the palest drawn skin). Where it differs by less than this the picture is toned in
 * one colour.
 */
const MIN_RATIO_DIFFERENCE = 0.08

/** Fewer pixels of white are mostly lashes and skin. */
const MIN_PIXELS = 30

/**
 * Throws Fault `dark` for skin without a colour of its own: of a grey or toned picture, or in light so blue that the
 * yellow of skin is gone. Its angle would say nothing, and mostly that it is pale.
 * @param skin linear sRGB as seen
 * @param even its colour with the light's taken off
 */
export function requireColour(skin: readonly number[], white: Sclera, even: LabColour): void {
  // What the camera's limit has made pale is another matter.
  if (Math.max(...skin) >= CLIPPED_LEVEL) return
  if (even.b < -MIN_CHROMA / 2) {
    throw new Fault('dark', 'The light on the face is so blue that the colour of the skin is lost.')
  }
  if (Math.hypot(even.a, even.b) < MIN_CHROMA || isToned(skin, white)) {
    throw new Fault('dark', 'The picture shows the skin without its colour: it is grey, or toned.')
  }
}

function isToned([red, green]: readonly number[], white: Sclera): boolean {
  if (white.pixels < MIN_PIXELS) return false
  return Math.log(red! / green!) - Math.log(white.r / white.g) < MIN_RATIO_DIFFERENCE
}
