import type { Failure } from '../../../catalog/failures/failure.ts'
import { askCharges } from '../core/jobs/ask-charges.ts'
import { announceEnding, type EndJobDeps, endJob } from '../core/jobs/end-job.ts'
import { failureFrom } from '../core/jobs/failure-from.ts'
import { hashSource } from '../core/jobs/hash-source.ts'
import type { Job } from '../core/ports/job.ts'
import { sourceArchived } from '../core/ports/source-archived.ts'
import type { TrailState, TrailStep } from '../core/ports/trail.ts'
import { goneFrom } from '../core/sources/require-newest.ts'
import { isWrite } from '../core/sources/write-version.ts'
import { type LeftStep, type WithFoundDeps, withFound } from '../core/steps/with-found.ts'
import { failedState } from './failed-state.ts'

export type RecordFailureInput = LeftStep & {
  job: string
  /** The state that threw. */
  state: string
  /** The state that refused the file before Deliver threw that again. */
  refusal?: { state: string } | null
  /** What the state caught. */
  error: { Error?: string; Cause?: string }
  trail?: TrailStep[]
  states?: TrailState[]
  /** How often the state RecordFailure was retried; absent where nobody would retry it. */
  retries?: number
}

export type RecordFailureDeps = EndJobDeps & WithFoundDeps

/**
 * Ends a job as failed, with what failed, where and why, writes its receipt and announces it. A job that has ended
 * keeps its ending and is announced again only if it had not been. Returns undefined when there is no such job.
 */
export async function recordFailure(
  input: RecordFailureInput,
  deps: RecordFailureDeps,
): Promise<{ job: string; code?: Failure['code'] } | undefined> {
  const found = await deps.jobs.get(input.job)
  const job = found?.status === 'running' ? await endAsFailed(found, input, deps) : found
  if (job && job === found) await announceEnding(job, deps)
  return job && { job: job.id, ...(job.failure && { code: job.failure.code }) }
}

/** Milliseconds; both, finding who was there and a last call of the service are below the function's one minute. */
const ASK_MS = 10_000
const HASH_MS = 20_000
/** After this many retries a failure is recorded without the charges that the service does not say. */
const ASK_RETRIES = 2

async function endAsFailed(
  job: Job,
  input: RecordFailureInput,
  deps: RecordFailureDeps,
): Promise<Job | undefined> {
  const { Error: name = 'JobFailed', Cause: cause } = input.error
  const told = failureFrom(name, cause)
  const { code, message, retryable } = await rootCause(told, job, deps)
  const indexed = job.recipe.plan?.steps.some(({ target }) => target.startsWith('index:')) ?? false
  const state = failedState(input.refusal?.state ?? input.state, told, input.trail ?? [], indexed)
  const { retries = ASK_RETRIES } = input
  const throwErrors = retries < ASK_RETRIES
  const steps = await askCharges(job.id, input.trail ?? [], deps, { limitMs: ASK_MS, throwErrors })
  const sourceHash = await hashSource(job, deps, { limitMs: HASH_MS, throwErrors: false })
  const unfinished = await withFound(job.id, input, deps)
  return endJob(
    job.id,
    {
      status: 'failed',
      finishedAt: new Date(deps.now()).toISOString(),
      failure: { code, message, state, retryable },
      sourceHash,
      trail: { steps, states: input.states ?? [], ...unfinished },
    },
    deps,
  )
}

/** The service's codes for a source that it could not fetch. */
const NOT_FETCHED = /\berror_download_(?:image|video)\b/

/** Where the service could not fetch the source, it may have been deleted, overwritten or archived meanwhile. */
async function rootCause(failure: Failure, job: Job, deps: EndJobDeps): Promise<Failure> {
  if (failure.code === 'SourceGone' && isWrite(job.source.version)) {
    return goneFrom(job.source, deps.objects)
  }
  if (!['TaskFailed', 'TaskBroke'].includes(failure.code) || !NOT_FETCHED.test(failure.message))
    return failure
  const found = await deps.objects.head(job.source)
  if (!found) return goneFrom(job.source, deps.objects)
  return found.archived ? sourceArchived(job.source.key) : failure
}
