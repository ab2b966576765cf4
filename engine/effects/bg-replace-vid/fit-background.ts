import sharp from 'sharp'
import type { Picture } from '../../raster/picture.ts'
import { type Frame, newFrame, planesOf } from '../../video/video-info.ts'
import type { LumaWeights } from '../../video/yuv-matrix.ts'

/** How a picture is made to fit a video: cut off at two sides, or drawn out. */
export type BackgroundMode = 'crop' | 'stretch'

/** A picture as a frame of the size of a video. What is transparent in it becomes black. */
export async function fitBackground(
  { width, height, data }: Picture,
  mode: BackgroundMode,
  size: { width: number; height: number },
  weights: LumaWeights,
): Promise<Frame> {
  const raw = { raw: { width, height, channels: 4 as const } }
  const fitted = await sharp(Buffer.from(data.buffer, data.byteOffset, data.length), raw)
    .flatten({ background: '#000' })
    .resize(size.width, size.height, { fit: mode === 'crop' ? 'cover' : 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return fromRgb(fitted, size, weights)
}

/** I420 in limited range of RGB bytes; colour is the mean of each four pixels. */
function fromRgb(
  rgb: Uint8Array,
  { width, height }: { width: number; height: number },
  { red, blue }: LumaWeights,
): Frame {
  const frame = newFrame(width, height, 0)
  const { y, u, v } = planesOf(frame)
  const green = 1 - red - blue
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      let [sumR, sumG, sumB] = [0, 0, 0]
      for (const at of quad(row, column, width)) {
        const [r, g, b] = [rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!]
        y[at] = Math.round(16 + (219 / 255) * (red * r + green * g + blue * b))
        sumR += r / 4
        sumG += g / 4
        sumB += b / 4
      }
      const light = red * sumR + green * sumG + blue * sumB
      const at = (row / 2) * (width / 2) + column / 2
      u[at] = Math.round(128 + ((224 / 255) * (sumB - light)) / (2 * (1 - blue)))
      v[at] = Math.round(128 + ((224 / 255) * (sumR - light)) / (2 * (1 - red)))
    }
  }
  return frame
}

function quad(row: number, column: number, width: number): [number, number, number, number] {
  const at = row * width + column
  return [at, at + 1, at + width, at + width + 1]
}
