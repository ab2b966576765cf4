import * as z from 'zod/mini'
import { isCompanion } from '../../../catalog/companions.ts'
import { Failure } from '../../../catalog/failure.ts'
import { parseRecipe } from '../../../catalog/recipe.ts'
import type { Source } from '../ports/job.ts'
import { type BeginJobDeps, type BegunJob, beginJob } from './begin-job.ts'
import { droppedObject, recipeOf } from './dropped-object.ts'
import { type LoadedRecipe, loadRecipe } from './load-recipe.ts'
import { retryJob } from './retry-job.ts'
import { type RunOptions, runJob } from './run-job.ts'

export type StartDeps = BeginJobDeps

/**
 * Works one message off: a dropped file begins its job, a companion lets the job that waits for it go on, and what was
 * asked for is done: a further look at a job that waits, its release whatever the budget says, or a further attempt.
 */
export async function start(message: string, deps: StartDeps): Promise<BegunJob> {
  const body: unknown = JSON.parse(message)
  const { lookAgain, release, retry } = requests.parse(body ?? {})
  if (lookAgain !== undefined) return runNamedJob(lookAgain, deps)
  if (release !== undefined) return runNamedJob(release, deps, { deliberately: true })
  if (retry !== undefined) return retryJob(retry, deps)
  const source = droppedObject(body)
  if (!source) return { outcome: 'ignored' }
  const recipe = recipeOf(source.key)
  const loaded = await loadRecipe(recipe, { objects: deps.objects, bucket: source.bucket })
  if (isCompanionUnder(loaded, source.key)) return companionArrived(source, deps)
  return beginJob({ source, recipe, attempt: 0, loaded }, deps)
}

async function companionArrived(source: Source, deps: StartDeps): Promise<BegunJob> {
  const job = await deps.companions.jobExpecting(source)
  if (job === undefined) return { outcome: 'ignored' }
  return runNamedJob(job, deps)
}

async function runNamedJob(job: string, deps: StartDeps, how?: RunOptions): Promise<BegunJob> {
  return {
    job,
    outcome: await runJob(await deps.jobs.get(job), deps, how),
  }
}

/** What is asked for beside drops; each names a job. */
const requests = z.object({
  lookAgain: z.optional(z.string()),
  release: z.optional(z.string()),
  retry: z.optional(z.string()),
})

/** Whether the file is a companion under a recipe that can be used; of any other the job will say why. */
function isCompanionUnder(loaded: LoadedRecipe | Failure, key: string): boolean {
  try {
    return !(loaded instanceof Failure) && isCompanion(parseRecipe(loaded.text), key)
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
