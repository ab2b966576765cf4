import sharp from 'sharp'
import type { Size } from '../../engine/geometry/size.ts'
import type { Mask } from '../../engine/raster/picture.ts'

/** A mask at the size of the file whose smaller copy was looked at. */
export async function enlargeMask(mask: Mask, { width, height }: Size): Promise<Mask> {
  if (mask.width === width && mask.height === height) return mask
  const raw = { width: mask.width, height: mask.height, channels: 1 } as const
  const data = await sharp(mask.data, { raw, limitInputPixels: false })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) }
}
