import { Failure } from '../../../catalog/failure.ts'
import type { Stage } from '../../../catalog/feature.ts'
import { featureNamed } from '../../../catalog/features.ts'
import type { Provider, TaskStatus } from '../provider/provider.ts'

/** A task that succeeded. */
export type EndedTask = { results: NonNullable<TaskStatus['results']> }

/**
 * The results of a task whose end was announced. Throws `TaskFailed` with the service's own code and words, or
 * `ServiceBusy` when the service still calls it running (a status may lag behind its webhook).
 */
export const endedTask = async (
  featureName: string,
  stage: Stage,
  taskId: string,
  provider: Provider,
): Promise<EndedTask> => {
  const feature = featureNamed(featureName)
  if (!feature) throw new Failure('RecipeInvalid', `${featureName} is not in the catalogue.`)
  const status = await provider.status(feature, stage, taskId)
  if (status.task_status === 'running') {
    throw new Failure('ServiceBusy', 'The service announced the end of a task it calls running.')
  }
  if (status.task_status === 'error') throw taskFailed(status)
  return { results: status.results ?? {} }
}

const taskFailed = ({ error, error_message: message }: TaskStatus): Failure =>
  new Failure(
    'TaskFailed',
    [`The service ended the task in ${error ?? 'an error it does not name'}.`, message]
      .filter(Boolean)
      .join(' ')
      .slice(0, 500),
  )
