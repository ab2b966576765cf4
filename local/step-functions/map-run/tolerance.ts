import type { MapState } from '../definition/schema.ts'
import type { Branch } from '../run/engine.ts'
import { numberField } from '../run/number-field.ts'

/** What a Map says of failures: at most so many, at most so large a share (per cent); null where it says nothing. */
export type FailureThresholds = { count: number | null; share: number | null }

/** The thresholds of a Map, with its expressions filled in. */
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

/** How many of `total` may fail, by count and by share, whichever is met first; null when the state says nothing. */
export function toleratedFailures(
  { count, share }: FailureThresholds,
  total: number,
): number | null {
  if (count === null && share === null) return null
  return Math.min(count ?? Infinity, share === null ? Infinity : Math.floor((total * share) / 100))
}
