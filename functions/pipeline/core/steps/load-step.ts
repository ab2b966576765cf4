import { Failure } from '../../../../catalog/failures/failure.ts'
import type { Feature } from '../../../../catalog/features/feature.ts'
import { findFeature } from '../../../../catalog/features/features.ts'
import { takesIndex } from '../../../../catalog/features/takes-index.ts'
import type { Recipe, RecipeStep } from '../../../../catalog/recipe/shape/recipe.ts'
import type { Job, Jobs } from '../ports/job.ts'
import type { Prepared } from '../ports/prepared.ts'
import { transferOf } from './transfer-of.ts'

/** One step of a running job, from the recipe that was stored with the job. */
export type JobStep = {
  job: Job
  /** The recipe, with the transfer that is really used. */
  plan: Recipe
  /** Index of the step in the recipe, from 0. */
  index: number
  step: RecipeStep
  feature: Feature
  /** Whether it is the last step of the recipe. */
  last: boolean
}

/**
 * Loads the step a state works on; `at` counts from 0. Throws the job's refusal where its recipe could not be used, so
 * that such a job fails in the same way as any other.
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
  return { job, plan, index: at, step, feature, last }
}

/**
 * Whether a detection task runs first: the effect works on one of several people, and the recipe names no index, or
 * names one that a crop has changed.
 */
export function detects(
  { feature, step, index }: JobStep,
  prepared: Prepared | null | undefined,
): boolean {
  const isCropped = prepared?.step === index && prepared.preparation?.target !== undefined
  return takesIndex(feature) && (isCropped || !step.target.startsWith('index:'))
}
