import { createHash } from 'node:crypto'
import { Failure } from '../../../catalog/failure.ts'
import type { AnnounceJob } from '../jobs/announce-job.ts'
import type { Job, JobResult, Jobs } from '../jobs/job.ts'
import type { Objects } from '../objects/objects.ts'
import type { Provider } from '../provider/provider.ts'
import { failureFrom } from '../record-failure/failure-from.ts'
import { endedTask } from '../steps/ended-task.ts'
import { type Receipt, receiptKey, receiptOf, type Trail, type TrailTask } from './receipt.ts'
import { resultKey } from './result-key.ts'

export type DeliverInput = { job: string; trail: Trail }

export type DeliverDeps = {
  jobs: Jobs
  provider: Provider
  objects: Objects
  /** Fetches a result of the service within its bounds. */
  download: (url: string) => Promise<{ bytes: Uint8Array; contentType: string }>
  announce: AnnounceJob
  resultsBucket: string
  now: () => number
}

/**
 * Fetches the results of the last step, files them with a receipt and ends the job. Everything it writes lies at a
 * place that depends only on the job, so a repeated run writes the same again; the record changes once.
 * With several targets the ones that worked are delivered; only if none did, the job fails with the first reason.
 */
export const deliver = async (
  input: DeliverInput,
  deps: DeliverDeps,
): Promise<Receipt | undefined> => {
  const job = await deps.jobs.get(input.job)
  if (!job) throw new Failure('JobFailed', `There is no record of the job ${input.job}.`)
  if (job.status === 'failed') return undefined

  const step = input.trail.at(-1)
  const results = await resultsOf(job, step?.feature ?? '', step?.tasks ?? [], deps)
  const finishedAt = job.finishedAt ?? new Date(deps.now()).toISOString()
  const receipt = receiptOf(job, { status: 'succeeded', finishedAt, steps: input.trail, results })
  await writeReceipt(receipt, deps)
  await deps.jobs.finish(job.id, { status: 'succeeded', finishedAt, results })
  await deps.announce(receipt)
  return receipt
}

/** Files a receipt beside the job's results. */
export const writeReceipt = (
  receipt: Receipt,
  { objects, resultsBucket }: Pick<DeliverDeps, 'objects' | 'resultsBucket'>,
): Promise<void> =>
  objects.write(
    { bucket: resultsBucket, key: receiptKey(receipt.job) },
    Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`),
    'application/json',
  )

const resultsOf = async (
  job: Job,
  feature: string,
  tasks: TrailTask[],
  deps: DeliverDeps,
): Promise<JobResult[]> => {
  const results: JobResult[] = []
  let firstFailure: Failure | undefined
  for (const task of tasks) {
    try {
      results.push(await fileResult(job, feature, task, tasks.length > 1, deps))
    } catch (error) {
      if (!(error instanceof Failure) || error.retryable) throw error
      firstFailure ??= error
    }
  }
  if (results.length > 0) return results
  throw firstFailure ?? new Failure('JobFailed', 'The workflow ended without an effect task.')
}

const fileResult = async (
  job: Job,
  feature: string,
  task: TrailTask,
  several: boolean,
  deps: DeliverDeps,
): Promise<JobResult> => {
  if (!task.taskId) throw notCreated(task)
  const { results } = await endedTask(feature, 'effect', task.taskId, deps.provider)
  if (typeof results.url !== 'string') {
    throw new Failure('ResultUnavailable', 'The service names no URL for the result.')
  }
  const { bytes, contentType } = await deps.download(results.url)
  const key = resultKey(job.id, job.source.key, contentType, several ? task.index : undefined)
  await deps.objects.write({ bucket: deps.resultsBucket, key }, bytes, contentType)
  return {
    bucket: deps.resultsBucket,
    key,
    contentType,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    index: task.index,
  }
}

const notCreated = ({ failure }: TrailTask): Failure =>
  failureFrom(failure?.Error ?? 'JobFailed', failure?.Cause)
