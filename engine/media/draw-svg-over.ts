import sharp from 'sharp'
import type { Picture } from '../raster/picture.ts'

/**
 * Draws an SVG over a picture and encodes the result as PNG.
 * @param svg a trusted document of the picture's size, without text, because fonts differ between machines
 */
export async function drawSvgOver(
  { width, height, data }: Picture,
  svg: string,
): Promise<Uint8Array> {
  const raw = sharp(data, { raw: { width, height, channels: 4 } })
  return await raw
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer()
}
