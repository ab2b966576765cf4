import type { Picture } from '../raster/picture.ts'
import { type Frame, newFrame, planesOf } from './video-info.ts'
import type { LumaWeights } from './yuv-matrix.ts'

/**
 * A picture of even sides as a frame: I420 in limited range, colour as the mean of each four pixels. What is
 * transparent in it becomes black.
 */
export function frameFromPicture(
  { width, height, data }: Picture,
  { red, blue }: LumaWeights,
): Frame {
  const frame = newFrame(width, height, 0)
  const { y, u, v } = planesOf(frame)
  const green = 1 - red - blue
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      let [sumR, sumG, sumB] = [0, 0, 0]
      for (let nth = 0; nth < 4; nth++) {
        const at = (row + (nth >> 1)) * width + column + (nth & 1)
        const share = data[at * 4 + 3]! / 255
        const r = data[at * 4]! * share
        const g = data[at * 4 + 1]! * share
        const b = data[at * 4 + 2]! * share
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
