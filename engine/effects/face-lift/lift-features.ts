import { Fault } from '../../../catalog/fault.ts'

/** The parts a lift works on, in the order of the documents. */
export const LIFTED = ['eye_bag', 'cheek', 'forehead', 'shape', 'mouth'] as const

export type Lifted = (typeof LIFTED)[number]

/** How strongly each part is lifted, 0-1. */
export type Strengths = Record<Lifted, number>

/** Strengths of the wire (0-100, absent is 0) as shares; throws `parameter` for anything else. */
export function strengthsOf(features: Partial<Record<string, number | undefined>>): Strengths {
  const strengths: Strengths = { eye_bag: 0, cheek: 0, forehead: 0, shape: 0, mouth: 0 }
  for (const [key, value] of Object.entries(features)) {
    const name = LIFTED.find((known) => known === key)
    if (!name) throw new Fault('parameter', `features.${key} is not a part that can be lifted.`)
    if (value === undefined) continue
    if (!(typeof value === 'number' && value >= 0 && value <= 100)) {
      throw new Fault('parameter', `features.${key} must be a number from 0 to 100.`)
    }
    strengths[name] = value / 100
  }
  return strengths
}
