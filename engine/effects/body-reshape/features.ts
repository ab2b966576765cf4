import { Fault } from '../../../catalog/failures/fault.ts'

/** The feature keys that a result reports in `applied`, in this order. */
export const REPORTED_KEYS = [
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

/** Keys for both sides of a pair; a key for one side overrides them. */
const COMBINED_KEYS = ['breast', 'neck', 'shoulder', 'squared_shoulder'] as const

export type ReportedKey = (typeof REPORTED_KEYS)[number]
type FeatureKey = ReportedKey | (typeof COMBINED_KEYS)[number]

/** The request: -100 to 100 a key, `neck*` and `taller` 0 to 100; 0 and absent leave the body as it is. */
export type BodyFeatures = Partial<Record<FeatureKey, number>>

/** An amount for each side of the body, -1 to 1; left is the depicted person's. */
export type SidedAmount = { left: number; right: number }

/** The name of an adjustment: a key without its side. */
export type AdjustmentName = Exclude<FeatureKey, `${string}_left` | `${string}_right`>

const NON_NEGATIVE_KEYS: ReadonlySet<string> = new Set([
  'neck',
  'neck_left',
  'neck_right',
  'taller',
])
const KEYS: ReadonlySet<string> = new Set([...REPORTED_KEYS, ...COMBINED_KEYS])

/**
 * The amounts of the requested adjustments; those that are 0 on both sides are left out. A key for both sides counts
 * for a side that has no key of its own.
 * @throws Fault `parameter` for an unknown key or a value outside its range
 */
export function requestedAmounts(features: BodyFeatures): Map<AdjustmentName, SidedAmount> {
  for (const [key, value] of Object.entries(features)) requireInRange(key, value)
  const amounts = new Map<AdjustmentName, SidedAmount>()
  for (const key of KEYS) {
    if (/_(left|right)$/.test(key)) continue
    const name = key as AdjustmentName
    const both = features[name] ?? 0
    const side = (s: 'left' | 'right') => features[`${name}_${s}` as FeatureKey] ?? both
    const amount = { left: side('left') / 100, right: side('right') / 100 }
    if (amount.left !== 0 || amount.right !== 0) amounts.set(name, amount)
  }
  return amounts
}

/** The reported keys that an adjustment with this amount sets to true. */
export function reportedKeys(name: AdjustmentName, amount: SidedAmount): ReportedKey[] {
  const keys: string[] = [name]
  if (amount.left !== 0) keys.push(`${name}_left`)
  if (amount.right !== 0) keys.push(`${name}_right`)
  return REPORTED_KEYS.filter((key) => keys.includes(key))
}

function requireInRange(key: string, value: unknown): void {
  if (!KEYS.has(key)) throw new Fault('parameter', `features.${key} is not a body feature.`)
  const least = NON_NEGATIVE_KEYS.has(key) ? 0 : -100
  if (typeof value === 'number' && value >= least && value <= 100) return
  throw new Fault('parameter', `features.${key} must be a number from ${least} to 100.`)
}
