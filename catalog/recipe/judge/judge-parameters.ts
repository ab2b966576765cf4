import * as z from 'zod/mini'
import type { Feature } from '../../features/feature.ts'
import { takesIndex } from '../../features/takes-index.ts'
import { fieldName } from '../../issues/describe-issue.ts'
import { storable } from '../../json/storable.ts'
import type { RecipeStep } from '../shape/recipe.ts'
import {
  issueProblems,
  messageOf,
  nameProblems,
  type RecipeProblem,
  unstorable,
} from './recipe-problem.ts'

/**
 * What the parameters of a step break of its feature’s, and the parameters with defaults, as they can be stored, where
 * they fit.
 * @param path where the parameters stand in what is judged
 */
export function judgeParameters(
  feature: Feature,
  given: Pick<RecipeStep, 'parameters' | 'target'>,
  path: readonly PropertyKey[],
): { kept?: Record<string, unknown>; problems: RecipeProblem[] } {
  const place = `${fieldName([...path])}.`
  const problems = [
    ...nameProblems(feature.parameters, given.parameters, path),
    ...indexProblems(feature, given, path),
  ]
  const all = { ...feature.defaults, ...given.parameters }
  const judge = (values: Record<string, unknown>) => {
    const parsed = z.safeParse(feature.parameters, values)
    if (!parsed.success) problems.push(...issueProblems(parsed.error, values, path))
    return parsed.data as Record<string, unknown> | undefined
  }
  const read = judge(all)
  if (!read) return { problems }
  try {
    const kept = storable(read, (sentence) => unstorable(`${place}${sentence}`))
    // A number that became zero must fit its range as zero, too.
    const fits = kept === read || judge(kept) !== undefined
    return { ...(fits && { kept }), problems }
  } catch (error) {
    return { problems: [...problems, { path, words: messageOf(error) }] }
  }
}

/** Whom a step works on, its target says, whose index the workflow sends: another one would be ignored. */
function indexProblems(
  feature: Feature,
  { parameters, target: choice }: Pick<RecipeStep, 'parameters' | 'target'>,
  path: readonly PropertyKey[],
): RecipeProblem[] {
  const { index } = parameters
  if (index === undefined || !takesIndex(feature) || choice === `index:${index}`) return []
  const words =
    `${fieldName([...path, 'index'])} is chosen by the step's target: ` +
    `leave it away, or say "target": "index:${index}".`
  return [{ path: [...path, 'index'], words }]
}
