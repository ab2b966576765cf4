import sharp from 'sharp'
import type { Picture } from '../raster/picture.ts'

/**
 * Draws over a picture and writes it as a PNG.
 * @param svg a document of the picture's size, of our own making and without text: fonts differ by machine
 */
export async function drawSvgOver(
  { width, height, data }: Picture,
  svg: string,
): Promise<Uint8Array> {
  const raw = sharp(data, { raw: { width, height, channels: 4 } })
  return await raw
    .composite([{ input: Buffer.from(svg) }])
    .png({ compressionLevel: 6 })
    .toBuffer()
}
