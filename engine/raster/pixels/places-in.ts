import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'

/** The indices in a picture of the pixels of a part of it, row by row. */
export function placesIn({ left, top, width, height }: Box, picture: Size): Int32Array {
  const places = new Int32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const row = (top + y) * picture.width + left
    for (let x = 0; x < width; x++, i++) places[i] = row + x
  }
  return places
}
