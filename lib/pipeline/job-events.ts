import type { EventPattern } from 'aws-cdk-lib/aws-events'
import type { JobEvent } from '../../catalog/jobs/job-event.ts'
import { DETAIL_TYPES, EVENT_SOURCE } from '../../catalog/jobs/job-event-names.ts'
import type { AnyBucket } from '../constructs/any-bucket.ts'

/** Matches what is told of the jobs of one pipeline: another's files lie in another drop bucket. */
export function jobEvents(drop: AnyBucket, statuses: readonly JobEvent['status'][]): EventPattern {
  return {
    source: [EVENT_SOURCE],
    detailType: statuses.map((status) => DETAIL_TYPES[status]),
    detail: { source: { bucket: [drop.bucketName] } },
  }
}
