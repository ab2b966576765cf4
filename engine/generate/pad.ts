import type { Size } from '../geometry/size.ts'
import type { Mask, Picture } from '../raster/picture.ts'

/** A picture made larger at the right and below by repeating its last column and row. */
export function padPicture(picture: Picture, { width, height }: Size): Picture {
  if (picture.width === width && picture.height === height) return picture
  const from = new Uint32Array(picture.data.slice().buffer)
  const to = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = Math.min(y, picture.height - 1) * picture.width
    for (let x = 0; x < width; x++) {
      to[y * width + x] = from[row + Math.min(x, picture.width - 1)]!
    }
  }
  return { width, height, data: new Uint8ClampedArray(to.buffer) }
}

/** A mask made larger at the right and below by zeros. */
export function padMask(mask: Mask, { width, height }: Size): Mask {
  if (mask.width === width && mask.height === height) return mask
  const data = new Uint8Array(width * height)
  for (let y = 0; y < mask.height; y++) {
    data.set(mask.data.subarray(y * mask.width, (y + 1) * mask.width), y * width)
  }
  return { width, height, data }
}
