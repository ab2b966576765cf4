import sharp from 'sharp'
import { crop } from '../raster/crop.ts'
import type { Box, Picture, Size } from '../raster/picture.ts'

/**
 * A part of a picture at another size, averaged where it shrinks. At its own size a part keeps its values. Colours are
 * weighted by alpha.
 * @param part whole pixels within the picture
 * @param kernel `linear` does not ring, which at a transparent edge would change the colours beside it
 */
export async function resizePart(
  picture: Picture,
  part: Box,
  size: Size,
  kernel: 'lanczos3' | 'linear' = 'lanczos3',
): Promise<Picture> {
  if (part.width === size.width && part.height === size.height) return crop(picture, part)
  const { width, height, data } = picture
  const resized = await sharp(data, { raw: { width, height, channels: 4 } })
    .extract(part)
    .resize({ ...size, fit: 'fill', kernel })
    .raw()
    .toBuffer()
  return {
    ...size,
    data: new Uint8ClampedArray(resized.buffer, resized.byteOffset, resized.length),
  }
}
