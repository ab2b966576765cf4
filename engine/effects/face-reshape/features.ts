import { Fault } from '../../../catalog/failures/fault.ts'
import type { FaceFeatures } from '../../../catalog/features/face-reshape.ts'
import type { LocalWarp } from '../../face/warp/local-warp.ts'
import type { NormalisedFace } from '../../face/warp/normalised-face.ts'

/** Features with a key for each side of the face, beside the combined key of both. */
const SIDED_FEATURES = ['face_reshape', 'chin_reshape', 'eye_size'] as const

/** Features with one key for the whole face. */
const WHOLE_FEATURES = [
  'cheekbones',
  'jaw',
  'face_width',
  'chin_length',
  'eye_distance',
  'eye_angle',
  'eye_height',
  'eye_width',
  'nose_bridge_width',
  'nose_lift',
  'nose_size',
  'nose_tip',
  'nose_tip_width',
  'nose_wing',
  'lip_size',
  'lip_width',
  'lip_peak',
  'lip_height_top',
  'lip_height_bottom',
] as const

/** The name of a feature, that is of its combined key. */
export type FeatureName = (typeof SIDED_FEATURES)[number] | (typeof WHOLE_FEATURES)[number]

/** An amount for each side of the face, -1 to 1; left is the depicted person's. */
export type SidedAmount = { left: number; right: number }

/**
 * The local warps that change one feature of a face by an amount. A negative amount makes it smaller, narrower,
 * shorter or lower, a positive one the opposite. Features of the whole face have one amount on both sides.
 */
export type FeatureWarp = (amount: SidedAmount, face: NormalisedFace) => LocalWarp[]

const POSITIVE_KEYS: ReadonlySet<string> = new Set(['cheekbones', 'jaw'])
const KEYS: ReadonlySet<string> = new Set([
  ...WHOLE_FEATURES,
  ...SIDED_FEATURES.flatMap((name) => [name, `${name}_left`, `${name}_right`]),
])

/**
 * The amounts of the features that are asked for, from the wire's keys (-100 to 100). A combined key counts for the
 * sides that have no key of their own.
 * @throws Fault `parameter` for an unknown key or a value outside its range
 */
export function amountsOf(features: FaceFeatures): Map<FeatureName, SidedAmount> {
  for (const [key, value] of Object.entries(features)) requireValid(key, value)
  const asked = new Map<FeatureName, SidedAmount>()
  const add = (name: FeatureName, left: number, right: number): void => {
    if (left !== 0 || right !== 0) asked.set(name, { left: left / 100, right: right / 100 })
  }
  for (const name of SIDED_FEATURES) {
    const both = features[name] ?? 0
    add(name, features[`${name}_left`] ?? both, features[`${name}_right`] ?? both)
  }
  for (const name of WHOLE_FEATURES) add(name, features[name] ?? 0, features[name] ?? 0)
  return asked
}

function requireValid(key: string, value: unknown): void {
  if (!KEYS.has(key)) throw new Fault('parameter', `features.${key} is not a face feature.`)
  if (value === undefined) return
  const least = POSITIVE_KEYS.has(key) ? 0 : -100
  if (typeof value === 'number' && value >= least && value <= 100) return
  throw new Fault('parameter', `features.${key} must be a number from ${least} to 100.`)
}
