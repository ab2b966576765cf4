import type { BodyRegion } from '../../body/require-shown.ts'
import type { Displacement } from '../../raster/displacement.ts'
import type { Body } from '../../vision/bodies/body.ts'
import type { SidedAmount } from './features.ts'
import type { Anatomy, PartName } from './shape/anatomy.ts'
import type { Section } from './shape/section.ts'

/** A body ready to be changed: what it is, how it is built and where its outline runs. */
export type BodyShape = {
  body: Body
  anatomy: Anatomy
  sections: Map<PartName, Section[]>
  /** The side of the torso's sections on which the person's left lies. */
  leftOn: 'plus' | 'minus'
}

/** One family of feature keys. */
export type Adjustment = {
  /** The places of the body that must be shown. */
  requires: BodyRegion[]
  /** How much wider a part gets at `t` on one side, as a share of its half-width there; negative narrows. */
  widen?: (amount: SidedAmount, part: PartName, t: number, side: 'left' | 'right') => number
  /** Adds any other displacement to the field. */
  move?: (amount: SidedAmount, shape: BodyShape, field: Displacement) => void
  /** Throws the Fault of a condition that `needs` cannot say. */
  check?: (body: Body) => void
}

/** 0 before `from`, 1 after `to`, without a kink. */
export function ramp(t: number, from: number, to: number): number {
  const f = Math.min(1, Math.max(0, (t - from) / (to - from)))
  return f * f * (3 - 2 * f)
}

/** 1 at `centre`, falling to 0 at `reach` on either side, without a kink. */
export function bump(t: number, centre: number, reach: number): number {
  return 1 - ramp(Math.abs(t - centre), 0, reach)
}
