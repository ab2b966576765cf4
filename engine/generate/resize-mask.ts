import sharp from 'sharp'
import type { Size } from '../geometry/size.ts'
import type { Mask } from '../raster/picture.ts'

/** A mask at another size. */
export async function resizeMask(mask: Mask, { width, height }: Size): Promise<Mask> {
  if (mask.width === width && mask.height === height) return mask
  const data = await sharp(mask.data, {
    raw: { width: mask.width, height: mask.height, channels: 1 },
  })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { width, height, data: new Uint8Array(data) }
}
