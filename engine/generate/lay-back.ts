import type { Box } from '../geometry/box.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import { isOpaque, noteOpaque } from '../raster/pixels/packed-rgba.ts'
import { seededRandom } from '../raster/seeded-random.ts'
import { missingGrain } from './missing-grain.ts'
import { seamCorrection } from './seam-correction.ts'

/**
 * Lays what a generator made back into the source: inside the mask only, with the seam closed and the grain of the
 * source. Where the mask is 0, every byte stays the source's.
 * @param made the content of `box`, at the source's resolution: as large as the box
 * @param box whole pixels of the source
 * @param replace 255 where the new content belongs, 0 where the source stays; as large as the source
 * @returns a new picture
 */
export function layBack(source: Picture, made: Picture, box: Box, replace: Mask): Picture {
  const correction = seamCorrection(source, made, box, replace)
  const sigma = missingGrain(source, made, box, replace)
  const random = seededRandom()
  const data = new Uint8ClampedArray(source.data)
  const step = new Float32Array(3)
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const at = (box.top + y) * source.width + box.left + x
      const share = replace.data[at]! / 255
      if (share === 0) continue
      correction(x, y, step)
      // The sum of three uniform values is close to a Gaussian; its variance is 1/4.
      const grain = sigma > 0 ? 2 * sigma * (random() + random() + random() - 3 / 2) : 0
      const from = 4 * (y * box.width + x)
      for (let c = 0; c < 3; c++) {
        const kept = data[4 * at + c]!
        data[4 * at + c] = kept + share * (made.data[from + c]! + step[c]! + grain - kept)
      }
      const alpha = data[4 * at + 3]!
      data[4 * at + 3] = alpha + share * (255 - alpha)
    }
  }
  if (isOpaque(source)) noteOpaque({ data })
  return { width: source.width, height: source.height, data }
}
