import sharp from 'sharp'
import type { Box } from '../geometry/box.ts'
import type { Size } from '../geometry/size.ts'
import type { Picture } from '../raster/picture.ts'
import { crop } from '../raster/pixels/crop.ts'

export type ResizeOptions = {
  /** Whole pixels within the picture. @default all of it */
  part?: Box
  /** `linear` does not ring, which at a transparent edge would change the colours beside it. @default lanczos3 */
  kernel?: 'lanczos3' | 'linear'
}

/**
 * A picture, or a part of it, at another size, averaged where it shrinks. Colours are weighted by alpha. At their own
 * size a part is copied and a whole picture is returned as it is.
 */
export async function resizePicture(
  picture: Picture,
  size: Size,
  { part, kernel = 'lanczos3' }: ResizeOptions = {},
): Promise<Picture> {
  const { width, height } = size
  const from = part ?? picture
  if (from.width === width && from.height === height) return part ? crop(picture, part) : picture
  const raw = { width: picture.width, height: picture.height, channels: 4 } as const
  const whole = sharp(picture.data, { raw })
  const data = await (part ? whole.extract(part) : whole)
    .resize({ width, height, fit: 'fill', kernel })
    .raw()
    .toBuffer()
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) }
}
