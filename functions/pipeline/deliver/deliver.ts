import { Failure } from '../../../catalog/failures/failure.ts'
import { isRefusal, refusalCode } from '../../../catalog/failures/is-refusal.ts'
import type { ByteSource } from '../../../metadata/byte-source.ts'
import { markFile } from '../../../metadata/xmp/mark-file.ts'
import { askCharges, withCharge } from '../core/jobs/ask-charges.ts'
import { announceEnding, type EndJobDeps, endJob } from '../core/jobs/end-job.ts'
import { failureFrom } from '../core/jobs/failure-from.ts'
import { hashSource } from '../core/jobs/hash-source.ts'
import type { Job, JobResult, Refused } from '../core/ports/job.ts'
import { resultMark } from '../core/ports/objects.ts'
import type { RestoredFile } from '../core/ports/prepared.ts'
import type { Provider, TaskStatus } from '../core/ports/provider.ts'
import type { Trail, TrailState, TrailStep, TrailTask } from '../core/ports/trail.ts'
import { resultKey } from '../core/results/result-key.ts'
import { requireNewest } from '../core/sources/require-newest.ts'
import { fetchStatus, resultsOf } from '../core/steps/fetch-results.ts'
import { type LeftStep, withFound } from '../core/steps/with-found.ts'
import { fileOriginal } from './file-original.ts'
import { keepMetadata } from './keep-metadata.ts'
import { markOf } from './mark-of.ts'
import { measureBytes } from './measure-bytes.ts'

export type DeliverInput = LeftStep & {
  job: string
  trail: Trail['steps']
  /** The state that refused the file, the step it is of, and what it threw. */
  refusal?: { state: string; step: number; error: { Error?: string; Cause?: string } } | null
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
 * successful ones are delivered. Where none succeeded, the first failure is thrown; so is that of a state that refused
 * the file. For a refusal the recipe may want the dropped object itself instead. Also throws `Superseded`, and any
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
  const { retries, entered, states } = input
  const throwErrors = retries < FACT_RETRIES
  const until = deps.now() + MAX_MS
  const asked = await askEach(job, step, deps)
  const limits = { limitMs: ASK_MS, throwErrors }
  const before = await askCharges(job.id, input.trail.slice(0, -1), deps, limits)
  const restored = step.restored?.files ?? []
  const done = { feature: step.feature, target, before, restored }
  const delivered = await resultsOrOriginal(
    job,
    input,
    () => fileResults(job, done, asked, deps),
    deps,
  )
  const limitMs = Math.max(0, until - deps.now())
  const sourceHash = await hashSource(job, deps, { limitMs, throwErrors })
  const now = deps.now()
  const here = { state: 'Deliver', ms: Math.max(0, now - Date.parse(entered)), retries }
  return endJob(
    job.id,
    {
      status: 'succeeded',
      finishedAt: new Date(now).toISOString(),
      ...delivered,
      sourceHash,
      trail: {
        steps: [...before, { ...step, tasks: asked.map(({ task }) => task) }],
        states: [...states, here],
        ...(await withFound(job.id, input, deps)),
      },
    },
    deps,
  )
}

/**
 * What is delivered: the results, or the dropped object and why, where nobody in it could be worked on and the recipe
 * wants that. In a chain it is the dropped object, never a result of a step before.
 */
async function resultsOrOriginal(
  job: Job,
  { trail, refusal }: DeliverInput,
  results: () => Promise<JobResult[]>,
  deps: DeliverDeps,
): Promise<{ results: JobResult[]; refused?: Refused }> {
  try {
    if (refusal) throw failureFrom(refusal.error.Error ?? 'JobFailed', refusal.error.Cause)
    return { results: await results() }
  } catch (error) {
    const wanted = job.recipe.plan?.onRefusal === 'original'
    if (!wanted || !(error instanceof Failure) || !isRefusal(error)) throw error
    const step = refusal?.step ?? Math.max(0, trail.length - 1)
    const refused = { step, code: refusalCode(error), words: error.message }
    return { results: [await fileOriginal(job, deps)], refused }
  }
}

/** A result as the service gives it. `size` is its length in bytes, where the answer states it. */
type Download = { bytes: ByteSource; contentType: string; size?: number | undefined }

/** Milliseconds; below the function's timeout of five minutes. */
const MAX_MS = 280_000
/** Milliseconds within which earlier tasks are asked for what they were charged. */
const ASK_MS = 60_000
/**
 * After this many retries of the state the result is delivered without a hash of its source, and without the charges
 * that the service does not say.
 */
const FACT_RETRIES = 3

/** The step whose results are delivered. */
type DoneStep = {
  feature: string
  target: string | undefined
  before: TrailStep[]
  restored: RestoredFile[]
}

/** A task with its charge, and what its status says, or why there is no status. */
type AskedTask = { task: TrailTask; answer: TaskStatus | Failure }

/** Throws only what a retry may mend. */
async function askEach(
  job: Job,
  { feature, tasks }: Pick<TrailStep, 'feature' | 'tasks'>,
  { provider }: DeliverDeps,
): Promise<AskedTask[]> {
  const asked: AskedTask[] = []
  for (const task of tasks) {
    try {
      if (!task.taskId) throw notCreated(task)
      const { taskId } = task
      const status = await fetchStatus({ job: job.id, feature, stage: 'effect', taskId }, provider)
      asked.push({ task: withCharge(task, status), answer: status })
    } catch (error) {
      if (!(error instanceof Failure) || error.transient) throw error
      asked.push({ task, answer: error })
    }
  }
  return asked
}

async function fileResults(
  job: Job,
  done: DoneStep,
  asked: AskedTask[],
  deps: DeliverDeps,
): Promise<JobResult[]> {
  const results: JobResult[] = []
  const tasks = asked.map(({ task }) => task)
  let firstFailure: Failure | undefined
  for (const one of asked) {
    try {
      const result = await fileResult(job, done, one, tasks, deps)
      if (result) results.push(result)
    } catch (error) {
      if (!(error instanceof Failure) || error.transient) throw error
      firstFailure ??= error
    }
  }
  if (results.length > 0) return results
  throw firstFailure ?? new Failure('JobFailed', 'The workflow ended without an effect task.')
}

async function fileResult(
  job: Job,
  done: DoneStep,
  { task, answer }: AskedTask,
  tasks: TrailTask[],
  deps: DeliverDeps,
): Promise<JobResult | undefined> {
  if (answer instanceof Failure) throw answer
  const { results } = resultsOf(done, answer)
  const restored = done.restored.find(
    ({ index, together = [index] }) => index === task.index || together.includes(task.index),
  )
  // Of results that were put together into one picture only the first is filed.
  if (restored && restored.index !== task.index) return undefined
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
  return { ...result, ...(digitalSource && { digitalSource }) }
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
