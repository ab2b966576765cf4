import { formula } from '../../raster/formula.ts'
import { zeroPlane } from '../../raster/plane-room.ts'
import type { Tone } from './canvas.ts'
import { colourOf } from './lab-lines.ts'

/** Levels that are added at each place. */
export type Change = Record<'red' | 'green' | 'blue', Float32Array>

/** By how many levels red, green and blue of each place change when one tone becomes another: planes of the open room. */
export function changeBetween(from: Tone, to: Tone): Change {
  const take = (): Float32Array => zeroPlane(from.l.length)
  const change = { red: take(), green: take(), blue: take() }
  const { l, a, b } = to
  findChange({ l, a, b, lOld: from.l, aOld: from.a, bOld: from.b, ...change })
  return change
}

const findChange = formula(`
  where abs(l - lOld) + abs(a - aOld) + abs(b - bOld) > 0
  ${colourOf('Old')}
  ${colourOf('')}
  red = red - redOld
  green = green - greenOld
  blue = blue - blueOld
`)
