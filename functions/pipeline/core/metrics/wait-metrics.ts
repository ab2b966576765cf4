import { METRIC_DIMENSIONS } from '../../../../catalog/jobs/pipeline-metrics.ts'
import { embeddedMetrics } from './embedded-metrics.ts'

/** How long a state has waited for the work on its task, `seconds` at `now` (epoch milliseconds). */
export function waitMetrics(
  seconds: number,
  { pipeline, now }: { pipeline: string; now: number },
): Record<string, unknown> {
  return embeddedMetrics({
    dimensions: [METRIC_DIMENSIONS.wait],
    values: { Pipeline: pipeline, WaitSeconds: Math.max(0, seconds) },
    at: now,
  })
}
