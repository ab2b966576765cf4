import type { Charge } from '../../../catalog/charge.ts'
import { Failure } from '../../../catalog/failure.ts'
import type { ByteSource } from '../../../metadata/byte-source.ts'
import { markFile } from '../../../metadata/xmp/mark-file.ts'
import { announceEnding, type EndJobDeps, endJob } from '../jobs/end-job.ts'
import { failureFrom } from '../jobs/failure-from.ts'
import { hashSource } from '../jobs/hash-source.ts'
import { requireNewest } from '../jobs/require-newest.ts'
import type { Job, JobResult } from '../ports/job.ts'
import { resultMark } from '../ports/objects.ts'
import type { RestoredFile } from '../ports/prepared.ts'
import type { Provider } from '../ports/provider.ts'
import type { Trail, TrailState, TrailStep, TrailTask } from '../ports/trail.ts'
import { fetchResults } from '../steps/fetch-results.ts'
import { keepMetadata } from './keep-metadata.ts'
import { markOf } from './mark-of.ts'
import { measureBytes } from './measure-bytes.ts'
import { resultKey } from './result-key.ts'

export type DeliverInput = {
  job: string
  trail: Trail['steps']
  states: TrailState[]
  /** When this state was entered, ISO 8601. */
  entered: string
  /** How often this state was retried. */
  retries: number
}

export type DeliverDeps = EndJobDeps & {
  provider: Provider
  /** Opens a result's URL as a stream. Throws `ResultUnavailable`. */
  download: (url: string) => Promise<Download>
}

/**
 * Fetches the results of the last step, writes them to the results bucket and ends the job. All keys depend on the job
 * alone, so a repeated run writes the same objects again, and the job's record changes once. Of several targets the
 * successful ones are delivered. Where none succeeded, the first failure is thrown. Also throws `Superseded`, and any
 * transient failure, after which the state is retried.
 */
export async function deliver(input: DeliverInput, deps: DeliverDeps): Promise<Job | undefined> {
  const job = await deps.jobs.get(input.job)
  if (!job) throw new Failure('JobFailed', `There is no record of the job ${input.job}.`)
  if (job.status !== 'running') {
    await announceEnding(job, deps)
    return job
  }
  await requireNewest(job, deps)
  const step = input.trail.at(-1) ?? { feature: '', detection: null, tasks: [] }
  const target = job.recipe.plan?.steps[input.trail.length - 1]?.target
  const before = input.trail.slice(0, -1)
  const done = { feature: step.feature, target, before, restored: step.restored?.files ?? [] }
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

/** A result as the service gives it. `size` is its length in bytes, where the answer states it. */
type Download = { bytes: ByteSource; contentType: string; size?: number | undefined }

/** Milliseconds; below the function's timeout of five minutes. */
const MAX_MS = 280_000
/** After this many retries of the state the result is delivered without a hash of its source. */
const HASH_RETRIES = 3

/** The step whose results are delivered. */
type DoneStep = {
  feature: string
  target: string | undefined
  before: TrailStep[]
  restored: RestoredFile[]
}

async function resultsOf(
  job: Job,
  done: DoneStep,
  tasks: TrailTask[],
  deps: DeliverDeps,
): Promise<{ results: JobResult[]; tasks: TrailTask[] }> {
  const results: JobResult[] = []
  const reported: TrailTask[] = []
  let firstFailure: Failure | undefined
  for (const task of tasks) {
    try {
      const { result, charge } = await fileResult(job, done, task, tasks, deps)
      if (result) results.push(result)
      // The charge of the status answer replaces that of the webhook, whose headers are not signed.
      reported.push(charge ? { ...task, charge } : task)
    } catch (error) {
      if (!(error instanceof Failure) || error.transient) throw error
      firstFailure ??= error
      reported.push(task)
    }
  }
  if (results.length > 0) return { results, tasks: reported }
  throw firstFailure ?? new Failure('JobFailed', 'The workflow ended without an effect task.')
}

async function fileResult(
  job: Job,
  done: DoneStep,
  task: TrailTask,
  tasks: TrailTask[],
  deps: DeliverDeps,
): Promise<{ result?: JobResult; charge?: Charge | undefined }> {
  if (!task.taskId) throw notCreated(task)
  const { results, charge } = await fetchResults(
    {
      feature: done.feature,
      target: done.target,
      job: job.id,
      stage: 'effect',
      taskId: task.taskId,
    },
    deps.provider,
  )
  const restored = done.restored.find(
    ({ index, together = [index] }) => index === task.index || together.includes(task.index),
  )
  // Of results that were put together into one picture only the first is filed.
  if (restored && restored.index !== task.index) return { charge }
  const shared = restored?.together
  const several = tasks.length > 1 && !shared
  const whose = shared ? tasks.filter(({ index }) => shared.includes(index)) : [task]
  const { bytes, contentType, size } = restored
    ? await openRestored(restored, deps)
    : await withMetadata(await contentOf(results, deps), job, deps)
  const key = resultKey(job, contentType, several ? task.index : undefined, deps.resultsPrefix)
  const keepDays = job.recipe.plan?.output.keepDays
  const mark = markOf(job, [...done.before, { ...done, tasks: whose }], several)
  const marked = mark && markFile(bytes, mark, size)
  const { stream, measure } = measureBytes(marked?.stream ?? bytes)
  await deps.objects.write({ bucket: deps.resultsBucket, key }, stream, {
    contentType,
    metadata: resultMark(job.id),
    ...(keepDays && { tags: { 'keep-days': String(keepDays) } }),
  })
  const digitalSource = marked?.marked()
  const result = { bucket: deps.resultsBucket, key, contentType, ...measure(), index: task.index }
  return { result: { ...result, ...(digitalSource && { digitalSource }) }, charge }
}

/** A result as the service made it; one that is put back into its source has its metadata from there. */
async function withMetadata(made: Download, job: Job, deps: DeliverDeps): Promise<Download> {
  const bytes = await keepMetadata(made.bytes, job, deps)
  return bytes === made.bytes ? made : { bytes, contentType: made.contentType }
}

/** A result that was put back into its source. */
async function openRestored(
  { key, contentType }: RestoredFile,
  { objects, preparedPictures: { bucket } }: DeliverDeps,
): Promise<Download> {
  const file = await objects.open({ bucket, key })
  if (!file) throw new Failure('ResultUnavailable', 'The restored picture is not there any more.')
  return { bytes: file.body, contentType, size: file.size }
}

/** The file that a task made, or the findings of an analysis as JSON. */
async function contentOf(
  results: Record<string, unknown>,
  { download }: DeliverDeps,
): Promise<Download> {
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
