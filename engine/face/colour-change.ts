import { allocZeroPlane } from '../raster/arena.ts'
import { formula } from '../raster/formula.ts'
import { labToRgbFormula } from '../raster/lab.ts'
import type { LabPlanes } from '../raster/lab-planes.ts'

/** Levels that are added at each place. */
export type ColourChange = Record<'red' | 'green' | 'blue', Float32Array>

/**
 * By how many levels red, green and blue of each place change when one lab becomes another: planes of the open room.
 */
export function colourChangeBetween(from: LabPlanes, to: LabPlanes): ColourChange {
  const take = (): Float32Array => allocZeroPlane(from.l.length)
  const change = { red: take(), green: take(), blue: take() }
  const { l, a, b } = to
  findChange({ l, a, b, lOld: from.l, aOld: from.a, bOld: from.b, ...change })
  return change
}

const findChange = formula(
  { planes: ['l', 'lOld', 'a', 'aOld', 'b', 'bOld', 'red', 'green', 'blue'] },
  `
  where abs(l - lOld) + abs(a - aOld) + abs(b - bOld) > 0
  ${labToRgbFormula('Old')}
  ${labToRgbFormula('')}
  red = red - redOld
  green = green - greenOld
  blue = blue - blueOld
`,
)
