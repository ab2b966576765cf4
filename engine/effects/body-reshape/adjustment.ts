import type { BodyRegion } from '../../body/require-shown.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import type { Displacement } from '../../raster/warp/displacement.ts'
import type { Body } from '../../vision/bodies/body.ts'
import type { SidedAmount } from './features.ts'
import type { PartName } from './shape/anatomy.ts'
import type { BodyShape } from './shape/shape.ts'

/** What one family of feature keys does to a body. */
export type Adjustment = {
  /** The regions of the body that must be visible. */
  requires: BodyRegion[]
  /** Widens a part at `t` on one side, as a share of its half-width there; negative narrows. See Part for `t`. */
  widen?: (amount: SidedAmount, part: PartName, t: number, side: 'left' | 'right') => number
  /** Adds any other displacement to the field. */
  move?: (amount: SidedAmount, shape: BodyShape, field: Displacement) => void
  /** Throws the Fault of a condition that `requires` cannot express. */
  check?: (body: Body) => void
}

/** A smooth bump: 1 at `centre`, falling to 0 at `reach` on either side of it. */
export function bump(t: number, centre: number, reach: number): number {
  return 1 - smoothstep(0, reach, Math.abs(t - centre))
}
