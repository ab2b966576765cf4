import { Failure } from '../../../catalog/failure.ts'
import { type EndJobDeps, endJob } from '../jobs/end-job.ts'
import type { TrailState, TrailStep } from '../jobs/trail.ts'
import { failureFrom } from './failure-from.ts'

export type RecordFailureInput = {
  job: string
  /** The state that failed. */
  state: string
  error: { Error?: string; Cause?: string }
  trail?: TrailStep[]
  states?: TrailState[]
}

/**
 * Ends a job with what failed, where and why, files the receipt and tells whoever listens. Harmless when the job has
 * ended already: a terminal record never changes.
 */
export const recordFailure = async (
  input: RecordFailureInput,
  deps: EndJobDeps,
): Promise<{ job: string; code?: Failure['code'] } | undefined> => {
  const { Error: name = 'JobFailed', Cause: cause } = input.error
  const { code, message, retryable } = await causeOf(failureFrom(name, cause), input.job, deps)
  const job = await endJob(
    input.job,
    {
      status: 'failed',
      finishedAt: new Date(deps.now()).toISOString(),
      failure: { code, message, state: input.state, retryable },
      trail: { steps: input.trail ?? [], states: input.states ?? [] },
    },
    deps,
  )
  return job && { job: job.id, ...(job.failure && { code: job.failure.code }) }
}

/** How the service spells that it could not fetch the source. */
const NOT_FETCHED = /\berror_download_(?:image|video)\b/

/** A source the service could not fetch may have been deleted after it was handed over: then that is the reason. */
const causeOf = async (failure: Failure, id: string, deps: EndJobDeps): Promise<Failure> => {
  if (!['TaskFailed', 'TaskBroke'].includes(failure.code) || !NOT_FETCHED.test(failure.message))
    return failure
  const job = await deps.jobs.get(id)
  if (!job || (await deps.objects.head(job.source))) return failure
  return new Failure('SourceGone')
}
