import sharp from 'sharp'
import { encodePicture } from '../../engine/media/encode-picture.ts'
import type { Mask, Picture } from '../../engine/raster/picture.ts'

/** Pixels above which a PNG would become too large for a request. */
const MAX_PNG_PIXELS = 1_600_000

/** A picture as it is sent to a generator: as sRGB, without metadata. */
export async function sentPicture(
  picture: Picture,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string; name: string }> {
  const format = picture.width * picture.height > MAX_PNG_PIXELS ? 'jpeg' : 'png'
  const bytes = new Uint8Array(await encodePicture(picture, format))
  return format === 'png'
    ? { bytes, contentType: 'image/png', name: 'image.png' }
    : { bytes, contentType: 'image/jpeg', name: 'image.jpg' }
}

/** A mask as a grey PNG: white where new content belongs. */
export async function whiteMask({ width, height, data }: Mask): Promise<Uint8Array> {
  return await sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
}

/** A mask as an RGBA PNG: transparent where new content belongs. */
export async function transparentMask({
  width,
  height,
  data,
}: Mask): Promise<Uint8Array<ArrayBuffer>> {
  const rgba = new Uint8Array(4 * data.length)
  for (let i = 0; i < data.length; i++) rgba[4 * i + 3] = 255 - data[i]!
  const file = sharp(rgba, { raw: { width, height, channels: 4 } }).png()
  return new Uint8Array(await file.toBuffer())
}
