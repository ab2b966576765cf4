import type { Feature } from '../../features/feature.ts'
import { findFeature } from '../../features/features.ts'
import { hasPictureResult } from '../../tasks/output-format.ts'
import type { RecipeStep } from '../shape/recipe.ts'
import { inputProblems } from './input-problems.ts'
import { judgeParameters } from './judge-parameters.ts'
import { messageOf, problemsOfStep, type RecipeProblem } from './recipe-problem.ts'

/** What a step breaks of its feature's rules, and the step with all that it leaves out, where it breaks none. */
export function judgeStep(
  given: RecipeStep,
  at: number,
  length: number,
): { step?: RecipeStep; problems: RecipeProblem[] } {
  const problem = problemsOfStep(at)
  // The shape of a step takes names of the catalogue alone.
  const feature = findFeature(given.feature)!
  const problems: RecipeProblem[] = []
  if (given.together && (given.target !== 'all' || !hasPictureResult(feature))) {
    problems.push(problem(['together'], 'together is for pictures with target all.'))
  }
  if (given.target === 'all' && !given.together && at < length - 1) {
    const rule = 'target can be all only in the last step, or with together.'
    problems.push(problem(['target'], rule))
  }
  const { kept, problems: broken } = judgeParameters(feature, given, ['steps', at, 'parameters'])
  problems.push(...broken, ...inputProblems(feature, given, at))
  if (!kept || problems.length > 0) return { problems }
  try {
    const parameters = normalizedParameters(feature, { ...given, parameters: kept })
    return { step: { ...given, parameters }, problems }
  } catch (error) {
    return { problems: [problem(['parameters'], `parameters: ${messageOf(error)}`)] }
  }
}

/** Applies the feature's own rules between parameters and files. The addresses of the files are not known yet. */
function normalizedParameters(
  feature: Feature,
  { inputs: given, parameters }: RecipeStep,
): Record<string, unknown> {
  const one = { url: 'https://example.com' }
  const files = Object.entries(given).map(([role, named]) => [
    role,
    feature.files[role as keyof typeof given]?.maxCount === undefined
      ? one
      : [named].flat().map(() => one),
  ])
  return feature.normalize?.(parameters, { src: one, ...Object.fromEntries(files) }) ?? parameters
}
