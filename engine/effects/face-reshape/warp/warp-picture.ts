import { crop } from '../../../raster/crop.ts'
import { type Displacement, eachMoved } from '../../../raster/displacement.ts'
import type { Box, Picture } from '../../../raster/picture.ts'
import { premultiply, unpremultiplyPixel } from '../../../raster/premultiply.ts'
import { sampleBicubic } from '../../../raster/sample.ts'
import { isOpaque } from '../../../raster/words.ts'
import { sampleInside } from './sample-inside.ts'

/** Below this a displacement cannot be seen, and the pixel keeps its bytes. */
const STILL = 0.02

/**
 * A new picture whose pixel p of `area` shows what `picture` shows at p + d(p), `field` being laid on that area.
 * Pixels that do not move, and all outside the area, keep their bytes. Nothing is drawn from outside the area.
 */
export function warpPicture(picture: Picture, field: Displacement, area: Box): Picture {
  const data = new Uint8ClampedArray(picture.data)
  const part = crop(picture, area)
  const opaque = isOpaque(part)
  const source = opaque ? part : premultiply(part)
  const { width, height } = source
  const colour = new Float64Array(4)
  eachMoved(field, width, height, (x, y, dx, dy) => {
    if (dx * dx + dy * dy < STILL * STILL) return
    const at = ((y + area.top) * picture.width + x + area.left) * 4
    if (opaque && sampleInside(source, x + dx, y + dy, data, at)) return
    sampleBicubic(source.data, width, height, x + dx, y + dy, colour)
    for (let c = 0; c < 4; c++) data[at + c] = colour[c]!
    if (!opaque) unpremultiplyPixel(data, at)
  })
  return { width: picture.width, height: picture.height, data }
}
