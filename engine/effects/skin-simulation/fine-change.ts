import { formula } from '../../raster/formula.ts'
import { copyPlane } from '../../raster/plane-room.ts'
import { type Change, changeBetween } from '../skin/change-between.ts'
import { double } from '../skin/half-size.ts'
import type { Fine, Patient } from './treatment.ts'

/**
 * By how many levels red, green and blue of each place of the large canvas change: as its place on the small one, and
 * by what became of the finer detail. That is of a few L*, over which a colour changes in proportion.
 */
export function fineChange({ canvas, tone }: Patient, { frame, came, detail }: Fine): Change {
  const lighter = copyPlane(tone.l)
  lighten({ lighter })
  const broad = changeBetween(canvas.tone, tone)
  const step = changeBetween(tone, { ...tone, l: lighter })
  const enlarged = ({ red, green, blue }: Change): Change => ({
    red: double(red, canvas, frame),
    green: double(green, canvas, frame),
    blue: double(blue, canvas, frame),
  })
  const change = enlarged(broad)
  const { red, green, blue } = enlarged(step)
  add({ ...change, stepRed: red, stepGreen: green, stepBlue: blue, came, detail })
  return change
}

const lighten = formula('lighter = lighter + 1')

const add = formula(`
  more = detail - came
  where abs(more) > 0
  red = red + more * stepRed
  green = green + more * stepGreen
  blue = blue + more * stepBlue
`)
