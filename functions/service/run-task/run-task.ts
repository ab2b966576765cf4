import { Failure } from '../../../catalog/failure.ts'
import { Fault } from '../../../catalog/fault.ts'
import type { Feature, Stage } from '../../../catalog/feature.ts'
import { featureNamed } from '../../../catalog/features.ts'
import { log } from '../../log.ts'
import { concludeTask, type FinishDeps, finishTask } from '../finish-task.ts'
import type { TaskMessage } from '../queue/task-message.ts'
import type { Task, TaskOutcome, TaskResults } from '../tasks/task.ts'
import { type FetchSourceDeps, fetchSource } from './fetch-source.ts'

/** What the engine does for a task. Throws `Fault` for what a client can understand; anything else is a defect. */
export type Perform = (
  request: {
    feature: string
    stage: Stage
    params: Record<string, unknown>
    files: Record<keyof Feature['files'], Uint8Array>
  },
  options: { signal: AbortSignal },
) => Promise<{
  results: Record<string, unknown>
  output?: { bytes: Uint8Array; contentType: string; extension: string }
}>

export type RunTaskDeps = FinishDeps & FetchSourceDeps & { perform: Perform }

/**
 * Carries a task out and ends it. What is wrong with the task or its file ends it in `error`; what is wrong with us
 * is thrown, so that the queue delivers the message again. Any number of deliveries, at the same time or after a
 * crash anywhere, leave one end and at most one charge: the end is a conditional write and all that follows from it
 * can be repeated.
 */
export const runTask = async (
  { taskId }: TaskMessage,
  signal: AbortSignal,
  deps: RunTaskDeps,
): Promise<void> => {
  const task = await deps.tasks.get(taskId)
  if (!task) return log.warn('A task is not there any more.', { taskId })
  if (task.status !== 'running') return concludeTask(task, deps)
  const startedAt = deps.now()
  const { status, error } = await finishTask(task, await outcomeOf(task, signal, deps), deps)
  const { feature, stage } = task
  log.info('A task ended.', { taskId, feature, stage, status, error, ms: deps.now() - startedAt })
}

const outcomeOf = async (
  task: Task,
  signal: AbortSignal,
  deps: RunTaskDeps,
): Promise<TaskOutcome> => {
  const feature = featureNamed(task.feature)
  if (!feature) return failed('unknown_internal_error', 'The feature is not offered any more.')
  try {
    return { status: 'success', results: await work(task, feature, signal, deps) }
  } catch (error) {
    if (error instanceof Fault) return failed(feature.codes[error.condition], error.message)
    if (error instanceof Failure) return failed(error.code, error.message)
    throw error
  }
}

const failed = (error: Failure['code'], errorMessage: string): TaskOutcome => ({
  status: 'error',
  error,
  errorMessage,
})

const work = async (
  task: Task,
  feature: Feature,
  signal: AbortSignal,
  deps: RunTaskDeps,
): Promise<TaskResults> => {
  const roles = Object.keys(task.files) as (keyof Task['files'])[]
  const sources = await Promise.all(
    roles.map(async (role) => [
      role,
      await fetchSource(task.files[role], feature.files[role].maxBytes, signal, deps),
    ]),
  )
  const { results, output } = await deps.perform(
    {
      feature: task.feature,
      stage: task.stage,
      params: task.parameters,
      files: Object.fromEntries(sources),
    },
    { signal },
  )
  if (!output) return { values: results, objects: {} }
  // The same key whenever the task is carried out again, so a crash leaves no second object.
  const key = `results/${task.id}/result.${output.extension}`
  await deps.files.put(key, output.bytes, output.contentType)
  return { values: results, objects: { url: key } }
}
