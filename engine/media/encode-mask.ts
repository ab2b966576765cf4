import sharp from 'sharp'
import { withResolution } from '../../metadata/resolution/replace-resolution.ts'
import type { Mask } from '../raster/picture.ts'

/** Encodes a mask as a PNG with one 8-bit channel: 0 (black) is not selected, 255 (white) is fully selected. */
export async function encodeMask({ width, height, data }: Mask): Promise<Uint8Array> {
  const raw = sharp(data, { raw: { width, height, channels: 1 } })
  const file = await raw.toColourspace('b-w').png().toBuffer()
  return await withResolution(file)
}
