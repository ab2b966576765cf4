import { endedIn } from '../../../../catalog/failures/ended-in.ts'
import { Failure } from '../../../../catalog/failures/failure.ts'
import { FAILURES, type FailureCode } from '../../../../catalog/failures/failures.ts'
import { codeOf } from '../../../../catalog/features/code-of.ts'
import type { Feature, Stage } from '../../../../catalog/features/feature.ts'
import { findFeature } from '../../../../catalog/features/features.ts'
import type { Provider, TaskStatus } from '../ports/provider.ts'
import { taskCode } from './task-code.ts'

/** The results of a successful task. */
export type FetchedResults = { results: NonNullable<TaskStatus['results']> }

/** A task of a job. `target` is the recipe's target choice of its step. */
export type TaskReference = {
  job: string
  feature: string
  stage: Stage
  taskId: string
  target?: string | undefined
}

/**
 * Fetches the results of a task that has ended. Throws, with the service's own code and message, `TaskFailed`, or
 * `TaskBroke` where another attempt may succeed. Throws `NoTarget` or `TargetMissing` where the picture lacks the index
 * that the recipe names, and `ServiceBusy` while the service still reports the task as running: a status may lag behind
 * its webhook.
 */
export async function fetchResults(
  task: TaskReference,
  provider: Provider,
): Promise<FetchedResults> {
  return resultsOf(task, await fetchStatus(task, provider))
}

/** The status of a task that has ended, whichever way. Throws `ServiceBusy` like `fetchResults`. */
export async function fetchStatus(
  { job, feature: name, stage, taskId }: TaskReference,
  provider: Provider,
): Promise<TaskStatus> {
  const status = await provider.status(featureNamed(name), stage, taskId, job)
  if (status.task_status !== 'running') return status
  throw new Failure('ServiceBusy', 'The service announced the end of a task it calls running.')
}

/** The results in the status of a task that has ended. Throws like `fetchResults` for one that failed. */
export function resultsOf(
  { feature: name, target }: Pick<TaskReference, 'feature' | 'target'>,
  status: TaskStatus,
): FetchedResults {
  const feature = featureNamed(name)
  if (status.task_status === 'error') {
    throw missing(feature, status, target) ?? taskFailed(feature, status)
  }
  return { results: status.results ?? {} }
}

function featureNamed(name: string): Feature {
  const feature = findFeature(name)
  if (feature) return feature
  throw new Failure('RecipeInvalid', `${name} is not in the catalogue.`)
}

/** A recipe that names an index skips the detection, so only the effect task can find that the target is missing. */
function missing(
  feature: Feature,
  { error, error_message: message = '' }: TaskStatus,
  target: string | undefined,
): Failure | undefined {
  const index = /^index:(\d+)$/.exec(target ?? '')?.[1]
  const code = codeOf(feature, { condition: 'target', role: undefined })
  if (index === undefined || taskCode(feature, error) !== code) return undefined
  if (Number(index) === 0) return new Failure('NoTarget')
  const asked = `The recipe asks for index ${index}, counted from 0, which the picture does not have.`
  return new Failure('TargetMissing', `${asked} ${message}`.trim().slice(0, 500))
}

function taskFailed(feature: Feature, { error, error_message: message }: TaskStatus): Failure {
  const code = taskCode(feature, error)
  const named = code == null || code === error ? code : `${code} (${error})`
  return new Failure(
    isTransient(code) ? 'TaskBroke' : 'TaskFailed',
    [endedIn(named ?? undefined), message].filter(Boolean).join(' ').slice(0, 500),
  )
}

/** Looks the service's code up in the table of failures; an unknown code counts as permanent. */
function isTransient(code: string | null | undefined): boolean {
  return code != null && Object.hasOwn(FAILURES, code) && FAILURES[code as FailureCode].retryable
}
