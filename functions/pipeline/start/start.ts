import { isCompanion } from '../../../catalog/companions.ts'
import { Failure } from '../../../catalog/failure.ts'
import { parseRecipe, type Recipe } from '../../../catalog/recipe.ts'
import type { Source } from '../jobs/job.ts'
import type { Objects } from '../objects/objects.ts'
import { type BeginJobDeps, type Begun, beginJob } from './begin-job.ts'
import { droppedObject, recipeOf } from './dropped-object.ts'
import { loadRecipe } from './load-recipe.ts'
import { retryJob } from './retry-job.ts'
import { runJob } from './run-job.ts'

export type StartDeps = BeginJobDeps

/**
 * Works one message off: a dropped file begins its job, a companion lets the job that waits for it go on, and what was
 * asked for, a further look or a further attempt, is done.
 */
export const start = async (message: string, deps: StartDeps): Promise<Begun> => {
  const body: unknown = JSON.parse(message)
  const { lookAgain, retry } = requestIn(body)
  if (lookAgain !== undefined) return { job: lookAgain, outcome: await runJob(lookAgain, deps) }
  if (retry !== undefined) return retryJob(retry, deps)
  const source = droppedObject(body)
  if (!source) return { outcome: 'ignored' }
  const recipe = recipeOf(source.key)
  const plan = await planNamed(recipe, source, deps.objects)
  if (plan && isCompanion(plan, source.key)) return companionArrived(source, deps)
  return beginJob({ source, recipe, attempt: 0 }, deps)
}

const companionArrived = async (source: Source, deps: StartDeps): Promise<Begun> => {
  const job = await deps.companions.expecting(source)
  if (job === undefined) return { outcome: 'ignored' }
  return { job, outcome: await runJob(job, deps) }
}

/** What is asked for beside drops: a further look at a job that waits, a further attempt at one that failed. */
const requestIn = (body: unknown): { lookAgain?: string; retry?: string } => {
  const { lookAgain, retry } = (body ?? {}) as Record<string, unknown>
  return {
    ...(typeof lookAgain === 'string' && { lookAgain }),
    ...(typeof retry === 'string' && { retry }),
  }
}

/** The recipe as it stands; undefined when it cannot be used, which the job will say. */
const planNamed = async (
  name: string,
  { bucket }: Source,
  objects: Objects,
): Promise<Recipe | undefined> => {
  try {
    return parseRecipe((await loadRecipe(name, { objects, bucket })).text)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
