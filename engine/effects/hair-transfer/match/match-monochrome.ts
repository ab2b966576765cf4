import { luma } from '../../../raster/colour/luma.ts'
import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import type { Head } from '../head/head.ts'
import type { HairLayer } from '../reference/place-hair.ts'
import { MONOCHROME_MOST, MONOCHROME_SKIN } from '../tuning.ts'

/** Takes the colour out of hair for a picture without colours, in place: one whose skin has none. */
export function matchMonochrome(layer: HairLayer, wearer: Pick<Head, 'picture' | 'regions'>): void {
  if (!isMonochrome(wearer)) return
  const { red, green, blue } = layer
  for (let at = 0; at < red.length; at++) {
    const grey = luma(red[at]!, green[at]!, blue[at]!)
    red[at] = grey
    green[at] = grey
    blue[at] = grey
  }
}

/** Whether the skin of a picture is grey: no skin is, in any light. */
function isMonochrome({ picture, regions }: Pick<Head, 'picture' | 'regions'>): boolean {
  const { data, width } = picture
  const { left, top, width: wide, height: tall } = regions.grid.area
  let [sum, count] = [0, 0]
  for (let y = top; y < top + tall; y += 2) {
    for (let x = left; x < left + wide; x += 2) {
      if (sampleGrid(regions.skin, regions.grid, x, y) < MONOCHROME_SKIN) continue
      const at = 4 * (y * width + x)
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
      sum += Math.max(r, g, b) - Math.min(r, g, b)
      count++
    }
  }
  return count > 0 && sum <= MONOCHROME_MOST * count
}
