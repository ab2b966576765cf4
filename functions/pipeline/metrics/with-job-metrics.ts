import { log } from '../../log.ts'
import type { AnnounceJob } from '../ports/announce-job.ts'
import { jobMetrics } from './job-metrics.ts'

/** Announces and counts: every job that is told of is a line in the log with its metrics. */
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
