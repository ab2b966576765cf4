import { Failure } from '../../../catalog/failure.ts'
import type { Objects } from '../objects/objects.ts'
import type { Provider } from '../provider/provider.ts'
import { endedTask } from './ended-task.ts'
import type { JobStep } from './step-of.ts'

/** The effect task of the step before; its result is what the next step works on. */
export type PreviousTask = { taskId: string; feature: string }

/** Longer than the service waits before it fetches, shorter than anybody could make use of a stolen URL. */
const SOURCE_SECONDS = 2 * 3600

/**
 * Where the service fetches what a step works on: the dropped object itself, or the result of the step before,
 * asked for anew because result URLs live two hours.
 */
export const sourceUrl = async (
  { job, plan }: JobStep,
  previous: PreviousTask | null | undefined,
  deps: { objects: Objects; provider: Provider },
): Promise<string> => {
  if (!previous) return deps.objects.presign(job.source, SOURCE_SECONDS)
  const step = plan.steps.find(({ feature }) => feature === previous.feature)
  if (!step) throw new Failure('RecipeInvalid', 'The step before is not part of the recipe.')
  const { results } = await endedTask(previous.feature, 'effect', previous.taskId, deps.provider)
  if (typeof results.url === 'string') return results.url
  throw new Failure(
    'ResultUnavailable',
    `The step ${previous.feature} gave no picture to go on with.`,
  )
}
