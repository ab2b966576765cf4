import sharp from 'sharp'
import type { PictureFormat } from '../../catalog/features/feature.ts'
import { embedProfile } from '../../metadata/embed-profile.ts'
import { withResolution } from '../../metadata/resolution/replace-resolution.ts'
import type { Picture } from '../raster/picture.ts'
import { isOpaque } from '../raster/pixels/packed-rgba.ts'
import { encodeJpeg, type JpegInStrips } from './encode-jpeg.ts'
import type { SourceColours } from './source-colours.ts'
import { srgbProfile } from './srgb-profile.ts'
import { toSourceColours } from './to-source-colours.ts'

/** Content type and file extension of a result, by format. */
export const MEDIA_TYPES = {
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  png: { contentType: 'image/png', extension: 'png' },
} as const satisfies Record<PictureFormat, { contentType: string; extension: string }>

/**
 * Encodes a picture with a colour profile and no other metadata: GPS position, date, device and resolution are not
 * written. The profile is sRGB unless `own` is given and can be converted to. In a JPEG, unchanged pixels look the same
 * as in the source, and transparent pixels are blended onto white. A PNG keeps alpha, unless every pixel is opaque.
 * @param own the source's colours, if the result is to be written in the source's profile
 * @param begun of a JPEG in sRGB, strips that are being encoded already
 * @throws what the file system says where the temporary folder cannot be written to
 */
export async function encodePicture(
  picture: Picture,
  format: PictureFormat,
  own?: SourceColours,
  begun?: JpegInStrips,
): Promise<Uint8Array> {
  const coloured = own && (await toSourceColours(picture, own))
  if (coloured) return embedProfile(await write(coloured, format), format, own.profile)
  const file = begun ? await begun.finish(picture) : await write(picture, format)
  return embedProfile(file, format, await srgbProfile())
}

async function write(picture: Picture, format: PictureFormat): Promise<Buffer> {
  if (format === 'jpeg') return await encodeJpeg(picture)
  const { width, height, data } = picture
  const raw = sharp(data, { raw: { width, height, channels: 4 } })
  const pixels = isOpaque(picture) ? raw.removeAlpha() : raw
  return await withResolution(await pixels.png().toBuffer())
}
