import { Failure } from '../../../catalog/failure.ts'
import type { FileReference } from '../../../catalog/file-rule.ts'
import type { Objects } from '../ports/objects.ts'
import type { Provider } from '../ports/provider.ts'
import { fetchResults } from './fetch-results.ts'
import type { JobStep } from './load-step.ts'
import { presignOrUpload } from './presign-or-upload.ts'

/** The effect task of the previous step, whose result is the source of the next one. */
export type PreviousTask = { taskId: string; feature: string }

/**
 * The source file of a step, as a request names it: the dropped object, or the result of the previous step. Its URL is
 * fetched again each time, because result URLs are valid for two hours. Throws `SourceGone` when the object was
 * deleted and `ResultUnavailable` when the previous step has no file, and otherwise like `fetchResults`.
 */
export async function resolveSource(
  { job, plan, index }: JobStep,
  previous: PreviousTask | null | undefined,
  deps: { objects: Objects; provider: Provider },
): Promise<FileReference> {
  if (!previous) {
    const file = await presignOrUpload(job.source, { job: job.id, transfer: plan.transfer }, deps)
    if (file) return file
    throw new Failure('SourceGone')
  }
  const target = plan.steps[index - 1]?.target
  const { results } = await fetchResults(
    { ...previous, job: job.id, stage: 'effect', target },
    deps.provider,
  )
  if (typeof results.url === 'string') return { url: results.url }
  throw new Failure('ResultUnavailable', `The step ${previous.feature} gave no file to go on with.`)
}

/** The request field that names the source. */
export function sourceField(source: FileReference): Record<string, string> {
  return 'id' in source ? { src_file_id: source.id } : { src_file_url: source.url }
}
