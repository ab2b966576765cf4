import { outcomeOf } from '../../catalog/failures/outcome-of.ts'
import type { Job } from '../../functions/operate/pipeline-records.ts'
import { describeParked } from './describe-parked.ts'

/** The sign of each outcome. */
export const MARKS = { succeeded: '✓', refused: '–', failed: '✗', parked: '‖', running: '·' }

/** A line for a job that has ended or is parked, by the name that is shown. */
export function jobLine(job: Job, name: string): string {
  const why =
    job.failure?.message ??
    (job.refused && `${job.refused.words} It came back as it was.`) ??
    (job.parked ? describeParked(job.parked) : '')
  const outcome = outcomeOf(job)
  return `${MARKS[outcome]} ${name}  ${outcome}${why ? `: ${why}` : ''}`
}
