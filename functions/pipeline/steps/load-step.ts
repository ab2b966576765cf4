import { Failure } from '../../../catalog/failure.ts'
import type { Feature } from '../../../catalog/feature.ts'
import { findFeature } from '../../../catalog/features.ts'
import { type Recipe, type RecipeStep, takesIndex } from '../../../catalog/recipe.ts'
import type { Job, Jobs } from '../ports/job.ts'
import { transferOf } from './transfer-of.ts'

/** One step of a running job, with everything the record pinned when the job began. */
export type JobStep = {
  job: Job
  /** With the way its files really travel. */
  plan: Recipe
  /** Its place in the recipe, from 0. */
  index: number
  step: RecipeStep
  feature: Feature
  last: boolean
  /** Whether somebody has to be found before the effect: it works on one of several, and the recipe names no index. */
  detects: boolean
}

/**
 * Reads the step a state works on. Throws the job's refusal if its recipe could not be used, so that every such
 * file takes the same way to its record as any other failure.
 */
export async function loadStep(id: string, at: number, jobs: Jobs): Promise<JobStep> {
  const job = await jobs.get(id)
  if (!job) throw new Failure('JobFailed', `There is no record of the job ${id}.`)
  if (job.refusal) throw new Failure(job.refusal.code, job.refusal.message)
  const written = job.recipe.plan
  const plan = written && { ...written, transfer: transferOf(written, job.source.key) }
  const step = plan?.steps[at]
  const feature = step && findFeature(step.feature)
  if (!plan || !feature) {
    throw new Failure('RecipeInvalid', `steps[${at}] of the recipe is not in the catalogue.`)
  }
  const last = at === plan.steps.length - 1
  const detects = takesIndex(feature) && !step.target.startsWith('index:')
  return { job, plan, index: at, step, feature, last, detects }
}
