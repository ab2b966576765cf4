import { Failure } from '../../../catalog/failure.ts'
import type { FileReference } from '../../../catalog/validate-task.ts'
import type { Objects } from '../objects/objects.ts'
import type { Provider } from '../provider/provider.ts'
import { endedTask } from './ended-task.ts'
import { handOver } from './hand-over.ts'
import type { JobStep } from './step-of.ts'

/** The effect task of the step before; its result is what the next step works on. */
export type PreviousTask = { taskId: string; feature: string }

/**
 * What a step works on, as the service is told of it: the dropped object itself, or the result of the step before,
 * asked for anew because result URLs live two hours. Throws `SourceGone` when the object was deleted.
 */
export const sourceFile = async (
  { job, plan, at }: JobStep,
  previous: PreviousTask | null | undefined,
  deps: { objects: Objects; provider: Provider },
): Promise<FileReference> => {
  if (!previous) {
    const file = await handOver(job.source, { job: job.id, transfer: plan.transfer }, deps)
    if (file) return file
    throw new Failure('SourceGone')
  }
  const target = plan.steps[at - 1]?.target
  const { results } = await endedTask(
    { ...previous, job: job.id, stage: 'effect', target },
    deps.provider,
  )
  if (typeof results.url === 'string') return { url: results.url }
  throw new Failure('ResultUnavailable', `The step ${previous.feature} gave no file to go on with.`)
}

/** The field of a request that names the source. */
export const sourceField = (source: FileReference): Record<string, string> =>
  'id' in source ? { src_file_id: source.id } : { src_file_url: source.url }
