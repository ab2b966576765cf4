import sharp from 'sharp'
import type { PictureFormat } from '../../catalog/feature.ts'
import type { Picture } from '../raster/picture.ts'
import { isOpaque } from '../raster/words.ts'

/** What a result of each format is called on the way out. */
export const MEDIA_TYPES = {
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  png: { contentType: 'image/png', extension: 'png' },
} as const satisfies Record<PictureFormat, { contentType: string; extension: string }>

/**
 * Writes a picture as a file with an sRGB profile and no other metadata: place, time and device stay behind.
 * JPEG is written so that what the effect left alone stays visually the same; PNG keeps alpha where there is any.
 */
export async function encodePicture(picture: Picture, format: PictureFormat): Promise<Uint8Array> {
  const { width, height, data } = picture
  const raw = sharp(data, { raw: { width, height, channels: 4 } })
  const opaque = format === 'jpeg' || isOpaque(picture)
  const pixels = (opaque ? raw.removeAlpha() : raw).withIccProfile('srgb')
  const file =
    format === 'jpeg'
      ? pixels.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      : pixels.png({ compressionLevel: 6 })
  return await file.toBuffer()
}
