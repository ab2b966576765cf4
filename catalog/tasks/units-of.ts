import type { Feature } from '../features/feature.ts'
import { isPicture } from '../files/file-rule.ts'

type Priced = Pick<Feature, 'costs' | 'files'>

type Parameters = Readonly<Record<string, unknown>>

/** What a successful task may cost, in units. Both are equal where the price is known before the task runs. */
export type UnitRange = { least: number; most: number }

function priceOf({ costs }: Priced, parameters: Parameters) {
  return costs.find(({ applies }) => applies?.(parameters) ?? true) ?? costs[0]
}

/** Whether a feature is charged by the second of what it makes. All its prices have the same unit. */
export function isPricedBySecond({ costs }: Pick<Feature, 'costs'>): boolean {
  return costs[0].unit === 'second'
}

/** The requested seconds of the result; undefined where the result is as long as the source. */
function askedSeconds({ dst_duration }: Parameters): number | undefined {
  return typeof dst_duration === 'number' ? dst_duration : undefined
}

/** The most seconds that a result can have. */
function mostSeconds({ files }: Priced, parameters: Parameters): number {
  return askedSeconds(parameters) ?? (isPicture(files.src) ? 1 : files.src.maxSeconds)
}

/**
 * The units of an effect task before it runs. Where the price is by the second and the source's length is not known
 * yet, they range from one second to the longest result of the feature.
 */
export function unitRange(feature: Priced, parameters: Parameters): UnitRange {
  const { amount, unit } = priceOf(feature, parameters)
  if (unit === 'result_image') return { least: amount, most: amount }
  const most = amount * mostSeconds(feature, parameters)
  return { least: askedSeconds(parameters) === undefined ? amount : most, most }
}

/**
 * The units of a successful effect task. Where the price is by the second, `seconds` is the length of the result and is
 * rounded up. Without it the requested seconds count, or one.
 */
export function unitsOf(feature: Priced, parameters: Parameters, seconds?: number): number {
  const { amount, unit } = priceOf(feature, parameters)
  if (unit === 'result_image') return amount
  const made = Math.ceil(seconds ?? askedSeconds(parameters) ?? 1)
  return amount * Math.max(1, Math.min(made, mostSeconds(feature, parameters)))
}

/** How many seconds of a result the units pay for; undefined where the price is not by the second. */
export function secondsFor(
  feature: Priced,
  parameters: Parameters,
  units: number,
): number | undefined {
  const { amount, unit } = priceOf(feature, parameters)
  return unit === 'second' ? Math.floor(units / amount) : undefined
}
