import type { Displacement } from '../../raster/displacement.ts'
import type { Body } from '../../vision/body.ts'
import type { Sided } from './features.ts'
import type { Anatomy, PartName } from './shape/anatomy.ts'
import type { Section } from './shape/section.ts'
import type { Place } from './visible.ts'

/** A body ready to be changed: what it is, how it is built and where its outline runs. */
export type Shape = {
  body: Body
  anatomy: Anatomy
  sections: Map<PartName, Section[]>
  /** The side of the torso's sections on which the person's left lies. */
  leftOn: 'plus' | 'minus'
}

/** One family of feature keys. */
export type Change = {
  /** The places of the body that must be shown. */
  needs: Place[]
  /** How much wider a part gets at `t` on one side, as a share of its half-width there; negative narrows. */
  widen?: (amount: Sided, part: PartName, t: number, side: 'left' | 'right') => number
  /** Adds any other displacement to the field. */
  move?: (amount: Sided, shape: Shape, field: Displacement) => void
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
