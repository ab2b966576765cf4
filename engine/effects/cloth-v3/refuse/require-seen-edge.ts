import { Fault } from '../../../../catalog/failures/fault.ts'
import { labColourAt } from '../measure/body-edges.ts'
import { clothColourDistance } from '../measure/cloth-colour-distance.ts'
import type { Wearer } from '../measure/wearer.ts'
import { IN_MASK, SEEN_EDGE } from '../tuning.ts'

/** @throws Fault `pose` where a top cannot be told from the wall behind it: what is fitted would follow a guess */
export function requireSeenEdge(
  wearer: Pick<Wearer, 'picture' | 'body' | 'regions' | 'torso'>,
): void {
  const steps = stepsAcross(wearer)
  const unseen = steps.filter((step) => step < SEEN_EDGE.unseen)
  if (steps.length < SEEN_EDGE.least || unseen.length < SEEN_EDGE.most * steps.length) return
  throw new Fault(
    'pose',
    'What is worn cannot be told from the wall behind it. Somebody before another colour, or in clothes of another one, ' +
      'can be dressed.',
  )
}

/** How far the colours of a top and of the wall beside it lie apart, row by row. */
function stepsAcross({
  picture,
  body,
  regions,
  torso,
}: Pick<Wearer, 'picture' | 'body' | 'regions' | 'torso'>): number[] {
  const { width, height } = picture
  const by = Math.max(3, Math.round(SEEN_EDGE.beside * torso.shoulders))
  const person = body.mask.data
  const steps: number[] = []
  const addRow = (y: number): void => {
    for (let x = by; x < width - by; x++) {
      const at = y * width + x
      if (person[at]! < IN_MASK) continue
      if (person[at - 1]! >= IN_MASK && person[at + 1]! >= IN_MASK) continue
      for (const out of [-1, 1]) {
        if (person[at + out]! >= IN_MASK) continue
        if (regions['upper-garment'].data[at - out * by]! < SEEN_EDGE.cloth) continue
        const [wall, cloth] = [x + out * by, x - out * by].map((column) =>
          labColourAt(picture, { x: column, y }),
        )
        if (wall && cloth) steps.push(clothColourDistance(wall, cloth))
      }
    }
  }
  for (let y = 0; y < height; y += SEEN_EDGE.rows) addRow(y)
  return steps
}
