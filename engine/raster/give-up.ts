import type { Picture } from './picture.ts'
import { isOpaque, noteOpaque } from './words.ts'

/** Pixels of pictures that nobody looks at any more once they are changed. */
const GIVEN_UP = new WeakSet<Uint8ClampedArray>()

/**
 * Lets the next changes of a picture be made in its own memory, which spares a copy of all of it: whoever calls this
 * looks at results alone from then on. Pictures that are not given up are never changed.
 */
export function giveUp({ data }: Picture): void {
  GIVEN_UP.add(data)
}

/** A picture's pixels to be changed, opaque or not as before: a copy of them, or themselves where they are given up. */
export function pixelsToChange(picture: Picture): Uint8ClampedArray {
  if (GIVEN_UP.has(picture.data)) return picture.data
  const data = new Uint8ClampedArray(picture.data)
  if (isOpaque(picture)) noteOpaque({ data })
  return data
}
