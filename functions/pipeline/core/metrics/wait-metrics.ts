import { METRIC_DIMENSIONS } from '../../../../catalog/jobs/pipeline-metrics.ts'
import type { WatchMessage } from '../ports/watch.ts'
import { embeddedMetrics } from './embedded-metrics.ts'

/** How long the state of a task that is still running has waited. `now` in epoch milliseconds. */
export function waitMetrics(
  { since }: WatchMessage,
  { pipeline, now }: { pipeline: string; now: number },
): Record<string, unknown> {
  return since === undefined
    ? {}
    : embeddedMetrics({
        dimensions: [METRIC_DIMENSIONS.wait],
        values: { Pipeline: pipeline, WaitSeconds: Math.max(0, now / 1000 - since) },
        at: now,
      })
}
