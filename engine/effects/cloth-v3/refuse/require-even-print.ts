import { Fault } from '../../../../catalog/fault.ts'
import type { Mesh } from '../fit/mesh.ts'
import { distance } from '../polyline.ts'

/**
 * How much wider than high, or higher than wide, what is square on a garment may be where it faces the camera: on a
 * torso or a skirt, and on legs, which narrow ones draw together.
 */
const MOST = { torso: 1.3, legs: 1.5 } as const

/** The columns of a mesh that face the camera, as shares of all. */
const FACING = { from: 0.25, to: 0.75 } as const

/**
 * A garment that somebody of quite another build wears would be drawn out, and its print with it.
 * @throws Fault `mismatch` where half of it would be drawn out by more than 30 %, or 50 on legs
 */
export function requireEvenPrint(mesh: Mesh, on: keyof typeof MOST): void {
  const out = stretchOf(mesh)
  if (out < MOST[on] && out > 1 / MOST[on]) return
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
    for (let column = Math.ceil(FACING.from * columns); column < FACING.to * columns; column++) {
      const at = row * columns + column
      const by = (to: number): number =>
        distance(worn[at]!, worn[to]!) / Math.max(1e-6, distance(flat[at]!, flat[to]!))
      parts.push(by(at + 1) / Math.max(1e-6, by(at + columns)))
    }
  }
  return parts.toSorted((a, b) => a - b)[parts.length >> 1]!
}
