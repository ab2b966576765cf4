import { Failure } from '../../../catalog/failure.ts'
import { pickTargets, type Target } from '../../../catalog/pick-targets.ts'
import { MAX_TARGETS } from '../../../catalog/recipe.ts'
import type { Jobs } from '../ports/job.ts'
import type { Provider } from '../ports/provider.ts'
import { fetchResults } from '../steps/fetch-results.ts'
import { loadStep } from '../steps/load-step.ts'

export type ChooseTargetInput = {
  job: string
  /** Index of the step in the recipe, from 0. */
  step: number
  /** The output of the state PreProcess. `taskId` is null where no detection was needed. */
  detection: { taskId: string | null }
}

export type ChooseTargetDeps = { jobs: Jobs; provider: Provider }

/** The targets of a step, its feature, and whether the step is the last of the recipe. */
export type ChosenTargets = { feature: string; targets: Target[]; last: boolean }

/**
 * Chooses the people that the effect works on. Throws `NoTarget` when nobody was found, `TargetMissing` when there are
 * more than a recipe may have, and otherwise like `fetchResults`.
 */
export async function chooseTarget(
  input: ChooseTargetInput,
  deps: ChooseTargetDeps,
): Promise<ChosenTargets> {
  const { step, feature, last } = await loadStep(input.job, input.step, deps.jobs)
  const chosen = (targets: Target[]): ChosenTargets => ({ feature: feature.name, targets, last })
  if (input.detection.taskId === null)
    return chosen([{ index: indexIn(step.target), why: step.target }])

  const { results } = await fetchResults(
    {
      job: input.job,
      feature: feature.name,
      stage: 'pre-process',
      taskId: input.detection.taskId,
    },
    deps.provider,
  )
  const targets = pickTargets(step.target, results.result ?? [])
  if (targets.length === 0) throw new Failure('NoTarget')
  if (targets.length > MAX_TARGETS) {
    throw new Failure(
      'TargetMissing',
      `The picture has ${targets.length} targets; a recipe with target all works on ${MAX_TARGETS} at most.`,
    )
  }
  return chosen(targets)
}

function indexIn(target: string): number {
  return target.startsWith('index:') ? Number(target.slice('index:'.length)) : 0
}
