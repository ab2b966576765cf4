import sharp from 'sharp'
import type { Mask } from '../raster/picture.ts'

/** Writes a mask as a PNG of one 8-bit channel: black is none, white is all. */
export async function encodeMask({ width, height, data }: Mask): Promise<Uint8Array> {
  const raw = sharp(data, { raw: { width, height, channels: 1 } })
  return await raw.toColourspace('b-w').png({ compressionLevel: 6 }).toBuffer()
}
