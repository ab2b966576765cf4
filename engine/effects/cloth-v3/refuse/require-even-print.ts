import { Fault } from '../../../../catalog/failures/fault.ts'
import { distance } from '../../../geometry/point.ts'
import { medianOrZero } from '../../../geometry/quantile.ts'
import type { Mesh } from '../fit/mesh.ts'
import { EVEN_PRINT_FACING, EVEN_PRINT_MOST } from '../tuning.ts'

/**
 * A garment that somebody of quite another build wears would be drawn out, and its print with it.
 * @throws Fault `mismatch` where half of it would be drawn out by more than 30 %, or 50 on legs
 */
export function requireEvenPrint(mesh: Mesh, on: keyof typeof EVEN_PRINT_MOST): void {
  const out = stretchOf(mesh)
  if (out < EVEN_PRINT_MOST[on] && out > 1 / EVEN_PRINT_MOST[on]) return
  throw new Fault(
    'mismatch',
    `The garment would be drawn out by ${Math.round(100 * (Math.max(out, 1 / out) - 1))} %, and its print with it: ` +
      'it is cut for quite another build. One of the size of the person can be worn.',
  )
}

/** How much more a garment is stretched across than along, the median of its parts that face the camera. */
export function stretchOf({ columns, rows, worn, flat }: Mesh): number {
  const parts: number[] = []
  for (let row = 0; row + 1 < rows; row++) {
    for (
      let column = Math.ceil(EVEN_PRINT_FACING.from * columns);
      column < EVEN_PRINT_FACING.to * columns;
      column++
    ) {
      const at = row * columns + column
      const by = (to: number): number =>
        distance(worn[at]!, worn[to]!) / Math.max(1e-6, distance(flat[at]!, flat[to]!))
      parts.push(by(at + 1) / Math.max(1e-6, by(at + columns)))
    }
  }
  return medianOrZero(parts)
}
