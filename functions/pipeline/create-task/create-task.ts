import { takesIndex } from '../../../catalog/recipe.ts'
import { type OpenTaskDeps, openTask } from '../inbox/open-task.ts'
import { requireNewest } from '../jobs/require-newest.ts'
import { callbackKey, type Inbox } from '../ports/inbox.ts'
import type { Jobs } from '../ports/job.ts'
import type { Objects } from '../ports/objects.ts'
import { type JobStep, loadStep } from '../steps/load-step.ts'
import { type PreviousTask, resolveSource, sourceField } from '../steps/resolve-source.ts'
import { inputFields, resolveFileNames } from './input-fields.ts'

export type CreateTaskInput = {
  token: string
  order: number
  job: string
  step: number
  attempt: number
  previous: PreviousTask | null
  target: { index: number }
}

export type CreateTaskDeps = OpenTaskDeps & { jobs: Jobs; objects: Objects }

/**
 * Creates the effect task of one target and lets the state wait for it. A version that was overwritten meanwhile is
 * not worked on any more: `Superseded`.
 */
export async function createTask(input: CreateTaskInput, deps: CreateTaskDeps): Promise<void> {
  const at = await loadStep(input.job, input.step, deps.jobs)
  await requireNewest(at.job, deps.jobs)
  const key = callbackKey({ ...input, stage: 'effect', target: input.target.index })
  await openTask(
    {
      key,
      token: input.token,
      order: input.order,
      feature: at.feature,
      stage: 'effect',
      request: (await requestBefore(key, input, deps.inbox)) ?? (await requestOf(at, input, deps)),
      timeoutSeconds: at.plan.timeoutSeconds,
    },
    deps,
  )
}

/** What an earlier try of the state asked for, so that nothing is handed over twice. */
async function requestBefore(
  key: string,
  { order }: CreateTaskInput,
  inbox: Inbox,
): Promise<Record<string, unknown> | undefined> {
  return order === 0 ? undefined : (await inbox.findCallback(key))?.request
}

async function requestOf(
  at: JobStep,
  input: CreateTaskInput,
  deps: CreateTaskDeps,
): Promise<Record<string, unknown>> {
  const source =
    (await sourceSeenBefore(at, input, deps.inbox)) ??
    sourceField(await resolveSource(at, input.previous, deps))
  const { format } = at.plan.output
  const files = { ...source, ...(await inputFields(at, deps)) }
  return {
    ...resolveFileNames(at.step.parameters, files),
    ...files,
    ...(takesIndex(at.feature) && { index: input.target.index }),
    // Only the last result is delivered; between steps a picture stays what it is.
    ...(at.last && format && { output_format: format }),
  }
}

/** A source that was uploaded for the detection need not be uploaded again: a file id lives 30 days. */
async function sourceSeenBefore(
  { plan, detects }: JobStep,
  input: CreateTaskInput,
  inbox: Inbox,
): Promise<Record<string, string> | undefined> {
  if (plan.transfer === 'url' || !detects) return undefined
  const callback = await inbox.findCallback(
    callbackKey({ ...input, stage: 'pre-process', target: 0 }),
  )
  const id = callback?.request['src_file_id']
  return typeof id === 'string' ? { src_file_id: id } : undefined
}
