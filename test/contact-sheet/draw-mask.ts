import sharp from 'sharp'
import type { PromptSheetPlan } from '../../engine/performers/effect.ts'
import type { Size } from '../../engine/raster/picture.ts'

/** A mask that is white in an ellipse, as a PNG. @param hole its box in shares of the picture */
export async function drawMask(
  { width, height }: Size,
  hole: PromptSheetPlan['hole'],
): Promise<Buffer> {
  const [rx, ry] = [(hole.width * width) / 2, (hole.height * height) / 2]
  const [cx, cy] = [hole.left * width + rx, hole.top * height + ry]
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/>` +
    `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="#fff"/></svg>`
  return await sharp(Buffer.from(svg)).removeAlpha().toColourspace('b-w').png().toBuffer()
}
