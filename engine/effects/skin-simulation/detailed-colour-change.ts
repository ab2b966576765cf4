import { type ColourChange, colourChangeBetween } from '../../face/colour-change.ts'
import type { DetailBand, RetouchState } from '../../face/retouch/retouch-state.ts'
import { copyPlane } from '../../raster/arena.ts'
import { formula } from '../../raster/formula.ts'
import { doubleSize } from '../../raster/half-size.ts'

/**
 * By how many levels red, green and blue of each place of the large canvas change: as its place on the small one, and
 * by what became of the finer detail. That is of a few L*, over which a colour changes in proportion.
 */
export function detailedColourChange(
  { region, lab }: RetouchState,
  { geometry, original, current }: DetailBand,
): ColourChange {
  const lighter = copyPlane(lab.l)
  lighten({ lighter })
  const broad = colourChangeBetween(region.lab, lab)
  const step = colourChangeBetween(lab, { ...lab, l: lighter })
  const enlarged = ({ red, green, blue }: ColourChange): ColourChange => ({
    red: doubleSize(red, region, geometry),
    green: doubleSize(green, region, geometry),
    blue: doubleSize(blue, region, geometry),
  })
  const change = enlarged(broad)
  const { red, green, blue } = enlarged(step)
  add({
    ...change,
    stepRed: red,
    stepGreen: green,
    stepBlue: blue,
    came: original,
    detail: current,
  })
  return change
}

const lighten = formula({ planes: ['lighter'] }, 'lighter = lighter + 1')

const add = formula(
  { planes: ['detail', 'came', 'red', 'stepRed', 'green', 'stepGreen', 'blue', 'stepBlue'] },
  `
  more = detail - came
  where abs(more) > 0
  red = red + more * stepRed
  green = green + more * stepGreen
  blue = blue + more * stepBlue
`,
)
