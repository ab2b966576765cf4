import * as z from 'zod/mini'
import { Failure } from '../../../catalog/failures/failure.ts'
import { isCompanion } from '../../../catalog/recipe/companions.ts'
import { parseRecipe } from '../../../catalog/recipe/judge/parse-recipe.ts'
import { type BeginJobDeps, type BegunJob, beginJob } from '../core/begin/begin-job.ts'
import { chooseAlike } from '../core/begin/choose-alike.ts'
import { type LoadedRecipe, loadRecipe } from '../core/begin/load-recipe.ts'
import { type RunOptions, runJob } from '../core/begin/run-job.ts'
import type { ObjectKey } from '../core/ports/objects.ts'
import { droppedObject, recipeOf } from '../core/sources/dropped-object.ts'
import { findSource } from '../core/sources/find-source.ts'
import { retryJob } from './retry-job.ts'

export type StartDeps = BeginJobDeps

/**
 * Handles one message of the drop queue. A dropped file begins its job, and a companion resumes the job that waits
 * for it. A request looks at a waiting job again, releases a parked job whatever the budget says, or retries a failed
 * one. Throws for a message of unknown form.
 */
export async function start(message: string, deps: StartDeps): Promise<BegunJob> {
  const body: unknown = JSON.parse(message)
  const { lookAgain, turn, look, release, retry, overrides } = requests.parse(body)
  if (lookAgain !== undefined) return runNamedJob(lookAgain, deps)
  if (turn !== undefined) return runNamedJob(turn, deps, { look: look ?? 0 })
  if (release !== undefined) return runNamedJob(release, deps, { deliberately: true })
  if (retry !== undefined) return retryJob(retry, deps, overrides)
  const dropped = droppedObject(body)
  if (!dropped) return { outcome: 'ignored' }
  const recipe = recipeOf(dropped.key)
  const loaded = await loadRecipe(recipe, { objects: deps.objects, bucket: dropped.bucket })
  if (isCompanionUnder(loaded, dropped.key)) return companionArrived(dropped, deps)
  const found = await findSource(dropped, deps.objects)
  if (!found) return { outcome: 'gone' }
  const source = await chooseAlike(found, recipe, deps.jobs)
  return beginJob({ source, recipe, attempt: 0, loaded }, deps)
}

async function companionArrived(companion: ObjectKey, deps: StartDeps): Promise<BegunJob> {
  const job = await deps.companions.jobExpecting(companion)
  if (job === undefined) return { outcome: 'ignored' }
  return runNamedJob(job, deps)
}

async function runNamedJob(job: string, deps: StartDeps, how?: RunOptions): Promise<BegunJob> {
  return {
    job,
    outcome: await runJob(await deps.jobs.get(job), deps, how),
  }
}

/** Requests on the drop queue; each names a job. */
const requests = z.object({
  lookAgain: z.optional(z.string()),
  /** Of a job that waits until fewer files are under way. */
  turn: z.optional(z.string()),
  /** With `turn`: which look at it this is, counted. */
  look: z.optional(z.int()),
  release: z.optional(z.string()),
  retry: z.optional(z.string()),
  /** With `retry`: what is laid over the recipe, JSON as in the metadata of an object. */
  overrides: z.optional(z.string()),
})

/**
 * Whether the file is a companion under a valid recipe. Under an invalid one it begins a job, which fails with the
 * reason.
 */
function isCompanionUnder(loaded: LoadedRecipe | Failure, key: string): boolean {
  try {
    return !(loaded instanceof Failure) && isCompanion(parseRecipe(loaded.text), key)
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
