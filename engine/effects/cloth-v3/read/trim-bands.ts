import type { Picture } from '../../../raster/picture.ts'
import { crop } from '../../../raster/pixels/crop.ts'
import { TRIMMED_BANDS } from '../tuning.ts'

/** A picture without the bands of one colour above and below that shops lay there to give it a shape. */
export function trimBands(picture: Picture): Picture {
  if (picture.height < TRIMMED_BANDS.least) return picture
  const [top, bottom] = [bandOf(picture, 1), bandOf(picture, -1)]
  if (top + bottom === 0) return picture
  const box = { left: 0, top, width: picture.width, height: picture.height - top - bottom }
  return crop(picture, box)
}

/** How many rows of one colour end where a ground of another begins, from the first row (1) or the last (-1) on. */
function bandOf({ data, width, height }: Picture, step: 1 | -1): number {
  const first = step === 1 ? 0 : height - 1
  const own = data.subarray(4 * first * width, 4 * first * width + 3)
  const offAt = (row: number, column: number): number => {
    const at = 4 * (row * width + column)
    return Math.max(...[0, 1, 2].map((c) => Math.abs(data[at + c]! - own[c]!)))
  }
  const most = Math.round(TRIMMED_BANDS.most * height)
  for (let rows = 0; rows < most; rows++) {
    const row = first + step * rows
    let [near, far] = [0, 0]
    for (let column = 0; column < width; column += 2) {
      const off = offAt(row, column)
      if (off <= TRIMMED_BANDS.alike) near++
      else if (off > TRIMMED_BANDS.apart) far++
    }
    if (2 * near > TRIMMED_BANDS.own * width) continue
    // A ground goes from side to side; what begins narrower is the product.
    const isGround = rows > 0 && 2 * far > TRIMMED_BANDS.other * width
    return isGround ? rows + TRIMMED_BANDS.mixed : 0
  }
  return 0
}
