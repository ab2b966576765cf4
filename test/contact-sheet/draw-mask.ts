import sharp from 'sharp'
import type { Size } from '../../engine/geometry/size.ts'

/**
 * A mask that is white within an outline, as a PNG.
 * @param size of the mask
 * @param outline SVG path data, in pixels of a picture of the size `of`
 */
export async function drawMask(size: Size, outline: string, of: Size = size): Promise<Buffer> {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" ` +
    `viewBox="0 0 ${of.width} ${of.height}" preserveAspectRatio="none">` +
    `<rect width="100%" height="100%"/><path d="${outline}" fill="#fff"/></svg>`
  return await sharp(Buffer.from(svg)).removeAlpha().toColourspace('b-w').png().toBuffer()
}
