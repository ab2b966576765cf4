import { METRIC_DIMENSIONS } from '../../../../catalog/jobs/pipeline-metrics.ts'
import { embeddedMetrics } from './embedded-metrics.ts'

/**
 * Why something waits that could begin otherwise: an error of AWS by its name, that enough files are under way, or that
 * the service refuses tasks.
 */
export function heldMetrics(
  cause: string,
  { pipeline, now }: { pipeline: string; now: number },
): Record<string, unknown> {
  return embeddedMetrics({
    dimensions: [METRIC_DIMENSIONS.held],
    values: { Pipeline: pipeline, Cause: cause, Held: 1 },
    at: now,
  })
}
