import type { Mask } from '../../raster/picture.ts'
import type { Calmed } from './compose-margin.ts'
import type { Placement } from './placement.ts'
import { CUT_LEVEL } from './tuning.ts'

/**
 * The share of each side of the picture along which it cuts somebody; 0 where no margin lies beyond it.
 * @param people of any size, over the picture
 */
export function cutSides({ width, height, data }: Mask, { box, output }: Placement): Calmed {
  const along = (start: number, step: number, length: number): number => {
    let cut = 0
    for (let n = 0; n < length; n++) if (data[start + n * step]! > CUT_LEVEL) cut++
    return cut / length
  }
  return {
    left: box.left > 0 ? along(0, width, height) : 0,
    top: box.top > 0 ? along(0, 1, width) : 0,
    right: box.left + box.width < output.width ? along(width - 1, width, height) : 0,
    bottom: box.top + box.height < output.height ? along((height - 1) * width, 1, width) : 0,
  }
}
