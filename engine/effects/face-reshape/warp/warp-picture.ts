import { type Displacement, eachMoved } from '../../../raster/displacement.ts'
import type { Picture } from '../../../raster/picture.ts'
import { isOpaque, premultiply, unpremultiplyPixel } from '../../../raster/premultiply.ts'
import { sampleBicubic } from '../../../raster/sample.ts'

/** Below this a displacement cannot be seen, and the pixel keeps its bytes. */
const STILL = 0.02

/** A new picture whose pixel p shows what `picture` shows at p + d(p); pixels that do not move keep their bytes. */
export function warpPicture(picture: Picture, field: Displacement): Picture {
  const { width, height } = picture
  const opaque = isOpaque(picture)
  const source = opaque ? picture : premultiply(picture)
  const result = new Uint8ClampedArray(picture.data)
  const colour = new Float64Array(4)
  eachMoved(field, width, height, (x, y, dx, dy) => {
    if (dx * dx + dy * dy < STILL * STILL) return
    const at = (y * width + x) * 4
    sampleBicubic(source.data, width, height, x + dx, y + dy, colour)
    result[at] = colour[0]!
    result[at + 1] = colour[1]!
    result[at + 2] = colour[2]!
    result[at + 3] = opaque ? 255 : colour[3]!
    if (!opaque) unpremultiplyPixel(result, at)
  })
  return { width, height, data: result }
}
