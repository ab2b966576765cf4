import type { Picture } from '../picture.ts'
import { isOpaque, noteOpaque } from './packed-rgba.ts'

/** Pixels whose owner has released them. */
const RELEASED = new WeakSet<Uint8ClampedArray>()

/**
 * Releases the ownership of a picture: later operations may change its pixels in place, which saves a copy. The caller
 * must not read this picture afterwards, only the results. Other pictures are never changed.
 */
export function releaseOwnership({ data }: Picture): void {
  RELEASED.add(data)
}

/** Pixels that may be changed: the picture's own if they were released, else a copy that is known to be as opaque. */
export function writablePixels(picture: Picture): Uint8ClampedArray {
  if (RELEASED.has(picture.data)) return picture.data
  const data = new Uint8ClampedArray(picture.data)
  if (isOpaque(picture)) noteOpaque({ data })
  return data
}
