import { isOpaque, noteOpaque } from './packed-rgba.ts'
import type { Picture } from './picture.ts'

/** Pixels of pictures that nobody looks at any more once they are changed. */
const RELEASED = new WeakSet<Uint8ClampedArray>()

/**
 * Lets the next changes of a picture be made in its own memory, which spares a copy of all of it: whoever calls this
 * looks at results alone from then on. Pictures that are not given up are never changed.
 */
export function releaseOwnership({ data }: Picture): void {
  RELEASED.add(data)
}

/** A picture's pixels to be changed, opaque or not as before: a copy of them, or themselves where they are given up. */
export function writablePixels(picture: Picture): Uint8ClampedArray {
  if (RELEASED.has(picture.data)) return picture.data
  const data = new Uint8ClampedArray(picture.data)
  if (isOpaque(picture)) noteOpaque({ data })
  return data
}
