import { type LabPlanes, readLabPlanes } from '../../raster/colour/lab-planes.ts'
import type { Picture } from '../../raster/picture.ts'

/** The colours of some pixels of a picture, one after the other. */
export function readLabOf(picture: Picture, pixels: Int32Array): LabPlanes {
  const width = pixels.length
  const data = new Uint8ClampedArray(4 * width)
  for (let n = 0; n < width; n++) {
    for (let c = 0; c < 4; c++) data[4 * n + c] = picture.data[4 * pixels[n]! + c]!
  }
  const area = { left: 0, top: 0, width, height: 1 }
  return readLabPlanes({ width, height: 1, data }, { width, height: 1, area, scale: 1 })
}
