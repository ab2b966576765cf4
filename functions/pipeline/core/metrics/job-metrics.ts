import { outcomeOf } from '../../../../catalog/failures/outcome-of.ts'
import type { JobEvent } from '../../../../catalog/jobs/job-event.ts'
import { METRIC_DIMENSIONS } from '../../../../catalog/jobs/pipeline-metrics.ts'
import { log } from '../../../log.ts'
import type { AnnounceJob } from '../ports/announce-job.ts'
import { embeddedMetrics } from './embedded-metrics.ts'

/** The metrics of a job that ended or was parked. */
export function jobMetrics(event: JobEvent, pipeline: string): Record<string, unknown> {
  const { recipe, cost, source, results, elapsedMs, at } = event
  const bytes = [source, ...results].reduce((sum, { size }) => sum + size, 0)
  return embeddedMetrics({
    dimensions: [METRIC_DIMENSIONS.pipeline, METRIC_DIMENSIONS.outcome, METRIC_DIMENSIONS.recipe],
    values: {
      Pipeline: pipeline,
      // The hash is present only when the recipe exists and is valid.
      Recipe: recipe.sha256 === undefined ? 'unusable' : recipe.name,
      Outcome: outcomeOf(event),
      Jobs: 1,
      Seconds: elapsedMs / 1000,
      Bytes: bytes,
      Units: cost.units,
      Dollars: cost.dollars,
    },
    at: Date.parse(at),
  })
}

/** Announces jobs and logs one line with metrics for each. */
export function withJobMetrics(announce: AnnounceJob, pipeline: string): AnnounceJob {
  return async (event) => {
    await announce(event)
    log.info('It is told what became of a job.', {
      job: event.job,
      failure: event.failure?.code,
      ...jobMetrics(event, pipeline),
    })
  }
}
