import sharp, { type Sharp } from 'sharp'
import type { PictureFormat, PictureRule } from '../../catalog/features/feature.ts'
import { embedProfile } from '../../metadata/embed-profile.ts'
import { withResolution } from '../../metadata/resolution/replace-resolution.ts'
import { JPEG_OPTIONS } from '../media/encode-jpeg.ts'
import { srgbProfile } from '../media/srgb-profile.ts'
import type { Picture } from '../raster/picture.ts'
import { isOpaque } from '../raster/pixels/packed-rgba.ts'

/** JPEG qualities that are tried before the picture is made smaller. */
const QUALITIES = [JPEG_OPTIONS.quality, 92, 88]

export type SentFile = { bytes: Buffer; format: PictureFormat }

/**
 * Encodes what is sent within the formats and bytes of a rule, as sRGB and without metadata. A picture with transparent
 * pixels becomes a PNG where the rule takes one that large, and is laid over white otherwise.
 *
 * It is sRGB, because a service that passes over the profile of a file would show other colours; restoring takes them
 * back to the profile of the source.
 * @returns undefined where no quality is small enough
 */
export async function encodeSent(
  picture: Picture,
  rule: PictureRule,
): Promise<SentFile | undefined> {
  const profile = await srgbProfile()
  const fits = (file: Buffer): boolean => file.length + profile.length < rule.maxBytes
  const opaque = isOpaque(picture)
  if (rule.formats.includes('png') && (!opaque || !rule.formats.includes('jpeg'))) {
    const raw = open(picture)
    const file = await (opaque ? raw.removeAlpha() : raw).png().toBuffer()
    if (fits(file)) {
      const plain = await withResolution(file)
      return { bytes: embedProfile(plain, 'png', profile), format: 'png' }
    }
  }
  for (const quality of rule.formats.includes('jpeg') ? QUALITIES : []) {
    const flat = opaque
      ? open(picture).removeAlpha()
      : open(picture).flatten({ background: 'white' })
    const file = await flat.jpeg({ ...JPEG_OPTIONS, quality }).toBuffer()
    if (fits(file)) return { bytes: embedProfile(file, 'jpeg', profile), format: 'jpeg' }
  }
  return undefined
}

function open({ width, height, data }: Picture): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } })
}
