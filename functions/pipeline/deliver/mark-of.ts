import { findFeature } from '../../../catalog/features/features.ts'
import { type DigitalSource, strongestSource } from '../../../catalog/results/digital-source.ts'
import type { EditMark } from '../../../metadata/xmp/xmp-packet.ts'
import type { Job } from '../core/ports/job.ts'
import type { TrailTask } from '../core/ports/trail.ts'

/** A step that was done, with the task that the result comes from last. */
type DoneStep = { feature: string; tasks: readonly TrailTask[] }

/**
 * How a job's result is marked; undefined where the recipe wants no mark or no step made a file. `several` says that
 * the job has more than one result.
 */
export function markOf(
  { id, recipe }: Job,
  steps: readonly DoneStep[],
  several: boolean,
): EditMark | undefined {
  if (recipe.plan?.output.mark === false) return undefined
  const digitalSource = strongestSource(steps.flatMap((step) => sourcesOf(step)))
  if (!digitalSource) return undefined
  const index = steps.at(-1)?.tasks[0]?.index
  return {
    digitalSource,
    identifier: `darkroom-job:${id}${several && index !== undefined ? `#${index}` : ''}`,
    features: steps.map(({ feature }) => feature),
  }
}

/** Only Darkroom's own service says which engine made a result, and whether a generator did. */
function sourcesOf({ feature: name, tasks }: DoneStep): DigitalSource[] {
  const sources = findFeature(name)?.digitalSource
  if (!sources) return []
  return tasks.map(({ engine, charge }) =>
    engine && !charge?.generations ? sources.ours : sources.others,
  )
}
