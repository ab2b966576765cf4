import { boxOfPlane } from '../../geometry/bounding-box.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { TORN } from './tuning.ts'

/**
 * The share of a mask's outline at which a removal made an edge: where the picture went on evenly across the outline
 * and the result does not. So it is where a mask ends within a thing, of which the rest stays, and where what was made
 * up does not join what is beside it. It counts only where it is more than a rough place has of itself.
 * @param made the picture after what the mask covers was taken out
 * @returns 0–1; 0 without an outline
 */
export function tornShare(picture: Picture, made: Picture, mask: Mask): number {
  const box = boxOfPlane(mask.data, mask)
  if (!box) return 0
  const { width, height } = picture
  const { deep, even, edge } = TORN
  // The farthest pixel whose surroundings are averaged.
  const reach = 3 * deep + AROUND
  let [all, torn, rough] = [0, 0, 0]
  const look = (at: number, step: number): void => {
    const isIn = mask.data[at]! > 127
    if (mask.data[at + step]! > 127 === isIn) return
    const [from, outwards] = isIn ? [at, step] : [at + step, -step]
    const [inside, outside] = [from - (deep - 1) * outwards, from + deep * outwards]
    all++
    if (differ(picture, inside, outside) >= even) return
    if (differ(picture, outside, outside + 2 * deep * outwards) > edge) rough++
    if (differ(made, inside, outside) > edge) torn++
  }
  const bottom = Math.min(height - reach, box.top + box.height)
  const right = Math.min(width - reach, box.left + box.width)
  for (let y = Math.max(reach, box.top - 1); y < bottom; y++) {
    for (let x = Math.max(reach, box.left - 1); x < right; x++) {
      look(y * width + x, 1)
      look(y * width + x, width)
    }
  }
  return torn > rough ? torn / all : 0
}

/** Half the side of the squares whose means are compared, less a half, pixels: grain is no edge. */
const AROUND = 2

/** How far the means around two pixels are apart, in levels of the channel in which they are farthest. */
function differ({ data, width }: Picture, a: number, b: number): number {
  let [red, green, blue] = [0, 0, 0]
  for (let y = -AROUND; y <= AROUND; y++) {
    for (let x = -AROUND; x <= AROUND; x++) {
      const by = y * width + x
      const [p, q] = [4 * (a + by), 4 * (b + by)]
      red += data[p]! - data[q]!
      green += data[p + 1]! - data[q + 1]!
      blue += data[p + 2]! - data[q + 2]!
    }
  }
  return Math.max(Math.abs(red), Math.abs(green), Math.abs(blue)) / (2 * AROUND + 1) ** 2
}
