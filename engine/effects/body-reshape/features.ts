import { Fault } from '../../../catalog/fault.ts'

/** The feature keys of the wire that stand in a result's `applied`, in its order. */
export const REPORTED = [
  'arm',
  'breast_left',
  'breast_right',
  'hip',
  'hip_lift',
  'leg',
  'neck_left',
  'neck_right',
  'shoulder_left',
  'shoulder_right',
  'squared_shoulder_left',
  'squared_shoulder_right',
  'slim',
  'taller',
  'waist',
  'belly',
] as const

/** Keys that stand for both sides of a pair; the pair's own keys override them. */
const COMBINED = ['breast', 'neck', 'shoulder', 'squared_shoulder'] as const

export type ReportedKey = (typeof REPORTED)[number]
type FeatureKey = ReportedKey | (typeof COMBINED)[number]

/** What is asked: -100 to 100 a key, `neck*` and `taller` 0 to 100; 0 and absent leave the body as it is. */
export type BodyFeatures = Partial<Record<FeatureKey, number>>

/** An amount for each side of the body, -1 to 1; left is the depicted person's. */
export type Sided = { left: number; right: number }

/** The name of a change, sides together. */
export type ChangeName = Exclude<FeatureKey, `${string}_left` | `${string}_right`>

const ONE_WAY: ReadonlySet<string> = new Set(['neck', 'neck_left', 'neck_right', 'taller'])
const KEYS: ReadonlySet<string> = new Set([...REPORTED, ...COMBINED])

/**
 * The amount of every change that is asked for, both sides. A combined key counts for the sides that have no key of
 * their own. Throws `parameter` for an unknown key or a value outside its range.
 */
export function amounts(features: BodyFeatures): Map<ChangeName, Sided> {
  for (const [key, value] of Object.entries(features)) check(key, value)
  const asked = new Map<ChangeName, Sided>()
  for (const key of KEYS) {
    if (/_(left|right)$/.test(key)) continue
    const name = key as ChangeName
    const both = features[name] ?? 0
    const side = (s: 'left' | 'right') => features[`${name}_${s}` as FeatureKey] ?? both
    const amount = { left: side('left') / 100, right: side('right') / 100 }
    if (amount.left !== 0 || amount.right !== 0) asked.set(name, amount)
  }
  return asked
}

/** Which reported keys an asked change answers for. */
export function reportedKeys(name: ChangeName, amount: Sided): ReportedKey[] {
  const keys: string[] = [name]
  if (amount.left !== 0) keys.push(`${name}_left`)
  if (amount.right !== 0) keys.push(`${name}_right`)
  return REPORTED.filter((key) => keys.includes(key))
}

function check(key: string, value: unknown): void {
  if (!KEYS.has(key)) throw new Fault('parameter', `features.${key} is not a body feature.`)
  const least = ONE_WAY.has(key) ? 0 : -100
  if (typeof value === 'number' && value >= least && value <= 100) return
  throw new Fault('parameter', `features.${key} must be a number from ${least} to 100.`)
}
