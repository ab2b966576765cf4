import type { QualityLevel, QualityThresholds } from '../public-types.ts'

type Rule = {
  /** The range of a value; the strictest presets lie within. */
  range: readonly [least: number, most: number]
  presets: Readonly<Record<QualityLevel, number>>
}

function same(value: number, range: Rule['range']): Rule {
  return { range, presets: { strict: value, moderate: value, relaxed: value } }
}

function rule(
  [strict, moderate, relaxed]: readonly [number, number, number],
  range: Rule['range'],
): Rule {
  return { range, presets: { strict, moderate, relaxed } }
}

/** The thresholds by name: the range a page may set, and the three presets (the service's specification). */
export const THRESHOLDS: Readonly<Record<keyof QualityThresholds, Rule>> = {
  face_ratio_lower_threshold: rule([0.75, 0.65, 0.55], [0.55, 1]),
  face_ratio_upper_threshold: same(1, [1, 1]),
  face_left_boundary_lower_threshold: same(0, [0, 1]),
  face_left_boundary_upper_threshold: same(1, [0, 1]),
  face_right_boundary_lower_threshold: same(0, [0, 1]),
  face_right_boundary_upper_threshold: same(1, [0, 1]),
  face_top_boundary_lower_threshold: same(0, [0, 1]),
  face_top_boundary_upper_threshold: same(1, [0, 1]),
  face_bottom_boundary_lower_threshold: same(0, [0, 1]),
  face_bottom_boundary_upper_threshold: same(1, [0, 1]),
  pitch_lower_threshold: rule([-10, -15, -20], [-20, 10]),
  pitch_upper_threshold: rule([0, 5, 10], [-20, 10]),
  yaw_lower_threshold: rule([-5, -10, -15], [-15, 15]),
  yaw_upper_threshold: rule([5, 10, 15], [-15, 15]),
  roll_lower_threshold: rule([-5, -10, -15], [-15, 15]),
  roll_upper_threshold: rule([5, 10, 15], [-15, 15]),
  lighting_lower_threshold: rule([0.8, 0.7, 0.55], [0.55, 1]),
  lighting_upper_threshold: rule([0.9, 0.85, 0.8], [0.8, 1]),
  lighting_uneven_threshold: rule([0.1, 0.15, 0.2], [0, 0.2]),
}

const NAMES = Object.keys(THRESHOLDS) as (keyof QualityThresholds)[]

/**
 * The thresholds of a preset with those a page sets itself. The ranges end where RELAXED does, so that none can be
 * looser.
 * @throws Error that names the key, for an unknown one, a value out of its range, and a pair without room between
 */
export function readThresholds(
  level: QualityLevel,
  overrides: Readonly<Record<string, unknown>> = {},
): QualityThresholds {
  const preset = NAMES.map((name) => [name, THRESHOLDS[name].presets[level]])
  const thresholds = Object.fromEntries(preset) as QualityThresholds
  for (const [name, value] of Object.entries(overrides)) {
    if (value === undefined) continue
    if (!isName(name)) throw new Error(`qualityOverrides.${name} is no threshold.`)
    const [least, most] = THRESHOLDS[name].range
    if (typeof value !== 'number' || !(value >= least && value <= most)) {
      throw new Error(
        `qualityOverrides.${name} must be a number from ${least} to ${most}; it is ${String(value)}.`,
      )
    }
    thresholds[name] = value
  }
  for (const name of NAMES.filter((one) => one.endsWith('_lower_threshold'))) {
    const upper = name.replace('_lower_', '_upper_') as keyof QualityThresholds
    if (thresholds[name] > thresholds[upper]) {
      throw new Error(`qualityOverrides.${name} must not be above ${upper}.`)
    }
  }
  return thresholds
}

function isName(name: string): name is keyof QualityThresholds {
  return Object.hasOwn(THRESHOLDS, name)
}
