import type { JobEvent } from '../../../../catalog/jobs/job-event.ts'

/** Publishes how a job ended, or that it is parked. Delivery is at least once: consumers match on `detail.job`. */
export type AnnounceJob = (event: JobEvent) => Promise<void>
