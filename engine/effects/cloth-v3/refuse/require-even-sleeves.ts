import { Fault } from '../../../../catalog/failures/fault.ts'
import { distance } from '../../../geometry/point.ts'
import { medianOrZero } from '../../../geometry/quantile.ts'
import type { Mesh } from '../fit/mesh.ts'
import { EVEN_SLEEVES } from '../tuning.ts'

/** @throws Fault `pose` where a sleeve is drawn together somewhere: the arm in it was not made out as a whole */
export function requireEvenSleeves(sleeves: readonly Mesh[]): void {
  for (const { columns, rows, worn } of sleeves) {
    const widths: number[] = []
    for (let row = Math.round(EVEN_SLEEVES.from * rows); row < rows; row++) {
      widths.push(distance(worn[row * columns]!, worn[(row + 1) * columns - 1]!))
    }
    if (Math.min(...widths) >= EVEN_SLEEVES.least * medianOrZero(widths)) continue
    throw new Fault(
      'pose',
      'A sleeve would be drawn together: the arm in it touches the body or lies behind it, and its edge cannot be ' +
        'made out. Somebody whose arms stand off the body can be dressed.',
    )
  }
}
