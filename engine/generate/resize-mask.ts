import sharp from 'sharp'
import { toPicture } from '../media/decode-picture.ts'
import { isOpaque } from '../raster/packed-rgba.ts'
import type { Mask, Picture, Size } from '../raster/picture.ts'

/** A picture at another size, Lanczos, without transparency: generators know none. */
export async function resizePicture(picture: Picture, { width, height }: Size): Promise<Picture> {
  const opaque = isOpaque(picture)
  if (opaque && picture.width === width && picture.height === height) return picture
  const raw = sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: 4 },
  })
  const flat = opaque ? raw.removeAlpha() : raw.flatten({ background: 'white' })
  return await toPicture(flat.resize(width, height, { fit: 'fill', kernel: 'lanczos3' }))
}

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
