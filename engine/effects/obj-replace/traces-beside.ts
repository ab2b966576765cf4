import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { crop, cropMask } from '../../raster/pixels/crop.ts'
import { TRACES } from './tuning.ts'

/**
 * How much of what lies just beside a removal stands out of its surroundings as specks and fine lines do, more than
 * farther away: what a mask that is drawn tight leaves of the thing's outline, and of the halo that a JPEG has there.
 * @param made the picture after what the mask covers was filled
 * @returns the share of the pixels beside the mask, less that of those farther away; 0 at least
 */
export function tracesBeside(made: Picture, mask: Mask): number {
  const box = boxOfPlane(mask.data, mask)
  if (!box) return 0
  const { near, far, around } = TRACES
  const part = clampBox(growBox(box, far.to + around + 1), made)
  const picture = crop(made, part)
  const covered = cropMask(mask, part).data.map((level) => (level > 127 ? 1 : 0))
  const [beside, inner, outer] = [near, far.from, far.to].map((by) => growMask(covered, part, by))
  const [close, away] = [
    { all: 0, specks: 0 },
    { all: 0, specks: 0 },
  ]
  for (let y = around; y < part.height - around; y++) {
    for (let x = around; x < part.width - around; x++) {
      const at = y * part.width + x
      const isBeside = beside![at]! > covered[at]!
      const isAway = outer![at]! > inner![at]!
      if (!isBeside && !isAway) continue
      const ring = isBeside ? close : away
      ring.all++
      if (standsOut(picture, x, y)) ring.specks++
    }
  }
  const shareOf = ({ all, specks }: typeof close): number => (all === 0 ? 0 : specks / all)
  return Math.max(0, shareOf(close) - shareOf(away))
}

/** Whether a pixel differs in a channel from what is around it by more than that does of itself. */
function standsOut({ data, width }: Picture, x: number, y: number): boolean {
  const { around, own, levels, deviations } = TRACES
  let [red, green, blue, reds, greens, blues] = [0, 0, 0, 0, 0, 0]
  for (let dy = -around; dy <= around; dy++) {
    const isNear = Math.abs(dy) <= own
    const row = (y + dy) * width + x
    for (let dx = -around; dx <= around; dx++) {
      if (isNear && Math.abs(dx) <= own) continue
      const at = 4 * (row + dx)
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
      red += r
      green += g
      blue += b
      reds += r * r
      greens += g * g
      blues += b * b
    }
  }
  const count = (2 * around + 1) ** 2 - (2 * own + 1) ** 2
  const isOff = (level: number, sum: number, squares: number): boolean => {
    const mean = sum / count
    const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean))
    return Math.abs(level - mean) > levels + deviations * deviation
  }
  const at = 4 * (y * width + x)
  return (
    isOff(data[at]!, red, reds) ||
    isOff(data[at + 1]!, green, greens) ||
    isOff(data[at + 2]!, blue, blues)
  )
}
