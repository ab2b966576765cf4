import { Failure } from '../../../catalog/failure.ts'
import { announceEnding, type EndJobDeps, endJob } from '../jobs/end-job.ts'
import { failureFrom } from '../jobs/failure-from.ts'
import { hashSource } from '../jobs/hash-source.ts'
import type { Job } from '../ports/job.ts'
import type { TrailState, TrailStep } from '../ports/trail.ts'

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
export async function recordFailure(
  input: RecordFailureInput,
  deps: EndJobDeps,
): Promise<{ job: string; code?: Failure['code'] } | undefined> {
  const found = await deps.jobs.get(input.job)
  const job = found?.status === 'running' ? await endAsFailed(found, input, deps) : found
  if (job && job === found) await announceEnding(job, deps)
  return job && { job: job.id, ...(job.failure && { code: job.failure.code }) }
}

/** Below the function's own minute. */
const HASH_MS = 20_000

async function endAsFailed(
  job: Job,
  input: RecordFailureInput,
  deps: EndJobDeps,
): Promise<Job | undefined> {
  const { Error: name = 'JobFailed', Cause: cause } = input.error
  const { code, message, retryable } = await rootCause(failureFrom(name, cause), job, deps)
  const sourceHash = await hashSource(job, deps, { limitMs: HASH_MS, throwErrors: false })
  return endJob(
    job.id,
    {
      status: 'failed',
      finishedAt: new Date(deps.now()).toISOString(),
      failure: { code, message, state: input.state, retryable },
      sourceHash,
      trail: { steps: input.trail ?? [], states: input.states ?? [] },
    },
    deps,
  )
}

/** How the service spells that it could not fetch the source. */
const NOT_FETCHED = /\berror_download_(?:image|video)\b/

/** A source the service could not fetch may have been deleted after it was handed over: then that is the reason. */
async function rootCause(failure: Failure, job: Job, deps: EndJobDeps): Promise<Failure> {
  if (!['TaskFailed', 'TaskBroke'].includes(failure.code) || !NOT_FETCHED.test(failure.message))
    return failure
  if (await deps.objects.head(job.source)) return failure
  return new Failure('SourceGone')
}
