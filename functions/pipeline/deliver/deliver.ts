import type { Charge } from '../../../catalog/charge.ts'
import { Failure } from '../../../catalog/failure.ts'
import { announceEnding, type EndJobDeps, endJob } from '../jobs/end-job.ts'
import { failureFrom } from '../jobs/failure-from.ts'
import { hashSource } from '../jobs/hash-source.ts'
import { requireNewest } from '../jobs/require-newest.ts'
import type { Job, JobResult } from '../ports/job.ts'
import { resultMark } from '../ports/objects.ts'
import type { Provider } from '../ports/provider.ts'
import type { Trail, TrailState, TrailTask } from '../ports/trail.ts'
import { fetchResults } from '../steps/fetch-results.ts'
import { type ByteSource, measureBytes } from './measure-bytes.ts'
import { resultKey } from './result-key.ts'

export type DeliverInput = {
  job: string
  trail: Trail['steps']
  states: TrailState[]
  /** When this state was entered, ISO 8601, and how often it was tried before. */
  entered: string
  retries: number
}

export type DeliverDeps = EndJobDeps & {
  provider: Provider
  /** Opens a result of the service within its bounds. */
  download: (url: string) => Promise<{ bytes: ByteSource; contentType: string }>
}

/**
 * Fetches the results of the last step, files them and ends the job. Everything it writes lies at a place that depends
 * only on the job, so a repeated run writes the same again; the record changes once. With several targets the ones
 * that worked are delivered; only if none did, the job fails with the first reason.
 */
export async function deliver(input: DeliverInput, deps: DeliverDeps): Promise<Job | undefined> {
  const job = await deps.jobs.get(input.job)
  if (!job) throw new Failure('JobFailed', `There is no record of the job ${input.job}.`)
  if (job.status !== 'running') {
    await announceEnding(job, deps)
    return job
  }
  await requireNewest(job, deps.jobs)
  const step = input.trail.at(-1) ?? { feature: '', detection: null, tasks: [] }
  const target = job.recipe.plan?.steps[input.trail.length - 1]?.target
  const done = { feature: step.feature, target }
  const { retries, entered, states } = input
  const began = deps.now()
  const { results, tasks } = await resultsOf(job, done, step.tasks, deps)
  const limitMs = Math.max(0, MAX_MS - (deps.now() - began))
  const sourceHash = await hashSource(job, deps, { limitMs, throwErrors: retries < HASH_RETRIES })
  const now = deps.now()
  const here = { state: 'Deliver', ms: Math.max(0, now - Date.parse(entered)), retries }
  return endJob(
    job.id,
    {
      status: 'succeeded',
      finishedAt: new Date(now).toISOString(),
      results,
      sourceHash,
      trail: {
        steps: [...input.trail.slice(0, -1), { ...step, tasks }],
        states: [...states, here],
      },
    },
    deps,
  )
}

/** Below the function's own five minutes. */
const MAX_MS = 280_000
/** After so many retries of the state a result is delivered without its source's hash. */
const HASH_RETRIES = 3

/** The step whose results are delivered. */
type DoneStep = { feature: string; target: string | undefined }

async function resultsOf(
  job: Job,
  done: DoneStep,
  tasks: TrailTask[],
  deps: DeliverDeps,
): Promise<{ results: JobResult[]; tasks: TrailTask[] }> {
  const results: JobResult[] = []
  const told: TrailTask[] = []
  let firstFailure: Failure | undefined
  for (const task of tasks) {
    try {
      const { result, charge } = await fileResult(job, done, task, tasks.length > 1, deps)
      results.push(result)
      // The service's answer to us counts before a webhook's headers, which nobody signs.
      told.push(charge ? { ...task, charge } : task)
    } catch (error) {
      if (!(error instanceof Failure) || error.transient) throw error
      firstFailure ??= error
      told.push(task)
    }
  }
  if (results.length > 0) return { results, tasks: told }
  throw firstFailure ?? new Failure('JobFailed', 'The workflow ended without an effect task.')
}

async function fileResult(
  job: Job,
  done: DoneStep,
  task: TrailTask,
  several: boolean,
  deps: DeliverDeps,
): Promise<{ result: JobResult; charge?: Charge | undefined }> {
  if (!task.taskId) throw notCreated(task)
  const { results, charge } = await fetchResults(
    { ...done, job: job.id, stage: 'effect', taskId: task.taskId },
    deps.provider,
  )
  const { bytes, contentType } = await contentOf(results, deps)
  const key = resultKey(job, contentType, several ? task.index : undefined, deps.resultsPrefix)
  const keepDays = job.recipe.plan?.output.keepDays
  const { passing, measure } = measureBytes(bytes)
  await deps.objects.write({ bucket: deps.resultsBucket, key }, passing, {
    contentType,
    metadata: resultMark(job.id),
    ...(keepDays && { tags: { 'keep-days': String(keepDays) } }),
  })
  const result = { bucket: deps.resultsBucket, key, contentType, ...measure(), index: task.index }
  return { result, charge }
}

/** The file a task made, or, of an analysis, what it found, as JSON. */
async function contentOf(
  results: Record<string, unknown>,
  { download }: DeliverDeps,
): Promise<{ bytes: ByteSource; contentType: string }> {
  if (typeof results['url'] === 'string') return download(results['url'])
  if (Object.keys(results).length === 0) {
    throw new Failure('ResultUnavailable', 'The service gives neither a file nor a finding.')
  }
  const bytes = Buffer.from(`${JSON.stringify(results, null, 2)}\n`)
  return { bytes, contentType: 'application/json' }
}

function notCreated({ failure }: TrailTask): Failure {
  return failureFrom(failure?.Error ?? 'JobFailed', failure?.Cause)
}
