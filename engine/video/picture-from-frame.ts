import type { Picture } from '../raster/picture.ts'
import { type Frame, planesOf } from './video-info.ts'
import { type LumaWeights, toRgbFactors } from './yuv-matrix.ts'

/** A frame as an opaque picture: four pixels share a colour, as they do in the frame. */
export function pictureFromFrame(frame: Frame, weights: LumaWeights): Picture {
  const { width, height } = frame
  const { luma, redFromV, blueFromU, greenFromU, greenFromV } = toRgbFactors(weights)
  const { y, u, v } = planesOf(frame)
  const data = new Uint8ClampedArray(width * height * 4)
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const half = (row >> 1) * (width / 2) + (column >> 1)
      const light = (y[at]! - 16) * luma
      const cb = u[half]! - 128
      const cr = v[half]! - 128
      data[4 * at] = light + redFromV * cr
      data[4 * at + 1] = light + greenFromU * cb + greenFromV * cr
      data[4 * at + 2] = light + blueFromU * cb
      data[4 * at + 3] = 255
    }
  }
  return { width, height, data }
}
