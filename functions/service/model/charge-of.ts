import type { Charge } from '../../../catalog/charge.ts'
import { findFeature } from '../../../catalog/features.ts'
import { secondsFor } from '../../../catalog/units-of.ts'
import type { Task } from './task.ts'

/** What an ended task was charged, nothing where it failed; undefined while it runs. */
export function chargeOf({
  status,
  feature: name,
  stage,
  parameters,
  units,
}: Pick<Task, 'status' | 'feature' | 'stage' | 'parameters' | 'units'>): Charge | undefined {
  if (status === 'running') return undefined
  if (status === 'error') return { units: 0 }
  const feature = stage === 'effect' ? findFeature(name) : undefined
  const seconds = feature && secondsFor(feature, parameters, units)
  return { units, ...(seconds !== undefined && { seconds }) }
}
