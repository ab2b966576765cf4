import { isCompanion } from '../../../catalog/companions.ts'
import { Failure } from '../../../catalog/failure.ts'
import { parseRecipe, type Recipe } from '../../../catalog/recipe.ts'
import type { Source } from '../jobs/job.ts'
import type { Objects } from '../objects/objects.ts'
import { type BeginJobDeps, type Begun, beginJob } from './begin-job.ts'
import { droppedObject, recipeOf } from './dropped-object.ts'
import { loadRecipe } from './load-recipe.ts'
import { runJob } from './run-job.ts'

export type StartDeps = BeginJobDeps

/**
 * Works one message off: a dropped file begins its job, a companion lets the job that waits for it go on, and a look
 * that was asked for earlier is taken.
 */
export const start = async (message: string, deps: StartDeps): Promise<Begun> => {
  const body: unknown = JSON.parse(message)
  const waiting = lookedAgain(body)
  if (waiting !== undefined) return { job: waiting, outcome: await runJob(waiting, deps) }
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

const lookedAgain = (body: unknown): string | undefined => {
  const { lookAgain } = (body ?? {}) as { lookAgain?: unknown }
  return typeof lookAgain === 'string' ? lookAgain : undefined
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
