import { log } from '../../log.ts'
import { jobMetrics } from '../metrics/job-metrics.ts'
import type { AnnounceJob } from './announce-job.ts'

/** Announces and counts: every job that is told of is a line in the log with its metrics. */
export const counted =
  (announce: AnnounceJob, pipeline: string): AnnounceJob =>
  async (event) => {
    await announce(event)
    log.info('It is told what became of a job.', {
      job: event.job,
      failure: event.failure?.code,
      ...jobMetrics(event, pipeline),
    })
  }
