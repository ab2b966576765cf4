import type { Feature } from '../../features/feature.ts'
import type { RecipeStep } from '../shape/recipe.ts'
import { problemsOfStep, type RecipeProblem } from './recipe-problem.ts'

/** Every required file of the feature has an input, and every input belongs to a file of the feature. */
export function inputProblems(
  feature: Feature,
  { inputs: given, parameters }: RecipeStep,
  at: number,
): RecipeProblem[] {
  const problem = problemsOfStep(at)
  const problems: RecipeProblem[] = []
  const id = parameters['template_id']
  if (id !== undefined && !feature.templates?.some((template) => template.id === id)) {
    const rule = `parameters.template_id is not a template of ${feature.name}.`
    problems.push(problem(['parameters', 'template_id'], rule))
  }
  const refuse = (role: string, rule: string): void => {
    problems.push(problem(['inputs', role], `inputs.${role} ${rule}`))
  }
  for (const [role, files] of Object.entries(given)) {
    const rule = feature.files[role as keyof typeof given]
    if (!rule) refuse(role, `is not a file of ${feature.name}.`)
    else if (Array.isArray(files) && files.length > (rule.maxCount ?? 1)) {
      refuse(role, `names more files than ${feature.name} takes.`)
    }
  }
  for (const [role, { absent }] of Object.entries(feature.files)) {
    if (role === 'src' || absent === 'always') continue
    const isGiven = given[role as keyof typeof given] !== undefined
    const byTemplate = absent === 'with a template' && id !== undefined
    if (!isGiven && !byTemplate) {
      refuse(role, `is required${absent ? ' without a template_id' : ''}.`)
    }
    if (isGiven && byTemplate) refuse(role, 'and parameters.template_id exclude each other.')
  }
  return problems
}
