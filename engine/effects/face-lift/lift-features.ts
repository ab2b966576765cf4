import { Fault } from '../../../catalog/failures/fault.ts'

/** The parts that can be lifted, in the order of the documents. */
export const LIFT_PARTS = ['eye_bag', 'cheek', 'forehead', 'shape', 'mouth'] as const

export type LiftPart = (typeof LIFT_PARTS)[number]

/** How strongly each part is lifted, 0-1. */
export type LiftStrengths = Record<LiftPart, number>

/**
 * The wire's strengths (0-100, absent is 0) as 0-1.
 * @throws Fault `parameter` for an unknown part or a value outside its range
 */
export function strengthsOf(features: Partial<Record<string, number | undefined>>): LiftStrengths {
  const strengths: LiftStrengths = { eye_bag: 0, cheek: 0, forehead: 0, shape: 0, mouth: 0 }
  for (const [key, value] of Object.entries(features)) {
    const name = LIFT_PARTS.find((known) => known === key)
    if (!name) throw new Fault('parameter', `features.${key} is not a part that can be lifted.`)
    if (value === undefined) continue
    if (!(typeof value === 'number' && value >= 0 && value <= 100)) {
      throw new Fault('parameter', `features.${key} must be a number from 0 to 100.`)
    }
    strengths[name] = value / 100
  }
  return strengths
}
