import type { Picture } from '../../engine/raster/picture.ts'
import type { OpenCv } from './open-cv.ts'

const RADIUS = 5

/** OpenCV's result. Its result is RGB, as it takes no alpha. */
export function inpaintBy(cv: OpenCv, picture: Picture, hole: Uint8Array, method: number): Picture {
  const { width, height, data } = picture
  const rgb = new Uint8Array(3 * width * height)
  for (let i = 0; i < hole.length; i++) {
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = data[4 * i + c]!
  }
  const from = cv.matFromArray(height, width, cv.CV_8UC3, rgb)
  const mask = cv.matFromArray(
    height,
    width,
    cv.CV_8UC1,
    hole.map((is) => 255 * is),
  )
  const to = new cv.Mat()
  cv.inpaint(from, mask, to, RADIUS, method)
  const filled = new Uint8ClampedArray(data)
  for (let i = 0; i < hole.length; i++) {
    for (let c = 0; c < 3; c++) filled[4 * i + c] = to.data[3 * i + c]!
  }
  for (const mat of [from, mask, to]) mat.delete()
  return { width, height, data: filled }
}
