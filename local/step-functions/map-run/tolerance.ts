import type { MapState } from '../definition/schema.ts'
import type { Branch } from '../run/engine.ts'
import { numberField } from '../run/number-field.ts'

/** How many failures a Map tolerates: a count, and a percentage of the items; null for one that is not set. */
export type FailureThresholds = { count: number | null; share: number | null }

/** Evaluates the thresholds of a Map. */
export async function failureThresholds(
  branch: Branch,
  state: MapState,
): Promise<FailureThresholds> {
  const { ToleratedFailureCount: count, ToleratedFailurePercentage: share } = state
  return {
    count: await numberField(branch, 'ToleratedFailureCount', count),
    share: await numberField(branch, 'ToleratedFailurePercentage', share, {
      min: 0,
      max: 100,
      integer: false,
    }),
  }
}

/**
 * How many of `total` items may fail: the smaller of the count and the percentage; null when the state sets neither.
 */
export function toleratedFailures(
  { count, share }: FailureThresholds,
  total: number,
): number | null {
  if (count === null && share === null) return null
  return Math.min(count ?? Infinity, share === null ? Infinity : Math.floor((total * share) / 100))
}
