import * as z from 'zod/mini'
import { findFeature } from '../../features/features.ts'
import { fieldName, valueAt } from '../../issues/describe-issue.ts'
import { storable } from '../../json/storable.ts'
import { hasPictureResult } from '../../tasks/output-format.ts'
import {
  MAX_STEPS,
  RECIPE_SHAPE,
  type Recipe,
  type RecipeStep,
  STEP_SHAPE,
} from '../shape/recipe.ts'
import { judgeStep } from './judge-step.ts'
import {
  issueProblem,
  messageOf,
  nameProblems,
  type RecipeProblem,
  unstorable,
} from './recipe-problem.ts'

/**
 * Validates a recipe against the catalogue and fills in defaults. Gives every rule that is broken, and a recipe where
 * none is.
 */
export function judgeRecipe(input: unknown): { recipe?: Recipe; problems: RecipeProblem[] } {
  const parsed = z.safeParse(RECIPE_SHAPE, input)
  const problems = parsed.success ? [] : shapeProblems(parsed.error, input)
  const given = parsed.success ? parsed.data.steps.map((each) => whole(each)) : stepsOf(input)
  const judged = given.map((each, at) => each && judgeGiven(each, at, given.length))
  problems.push(...judged.flatMap((each) => each?.problems ?? []))
  if (!parsed.success) return { problems }
  const { output: wanted } = parsed.data
  problems.push(...outputProblems(wanted, parsed.data.steps))
  if (problems.length > 0) return { problems }
  const steps = judged.flatMap((each) => each?.step ?? [])
  try {
    return { recipe: storable({ ...parsed.data, steps }, unstorable), problems }
  } catch (error) {
    return { problems: [{ path: [], words: messageOf(error) }] }
  }
}

/** A step with what of it could be read, and the members that could not, whose problems are known. */
type GivenStep = { step: RecipeStep; unread: ReadonlySet<PropertyKey> }

function whole(given: RecipeStep): GivenStep {
  return { step: given, unread: new Set() }
}

/** The steps of a recipe that breaks rules, as far as they can be judged by themselves. */
function stepsOf(input: unknown): (GivenStep | undefined)[] {
  const given = valueAt(input, ['steps'])
  if (!Array.isArray(given)) return []
  return given.slice(0, MAX_STEPS).map((each) => {
    const first = z.safeParse(STEP_SHAPE, each)
    if (first.success) return whole(first.data)
    const unread = new Set(
      first.error.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys' && issue.path.length === 0
          ? issue.keys
          : issue.path.slice(0, 1),
      ),
    )
    if (typeof each !== 'object' || each === null) return undefined
    const rest = Object.entries(each).filter(([name]) => !unread.has(name))
    const { data } = z.safeParse(STEP_SHAPE, Object.fromEntries(rest))
    return data && { step: data, unread }
  })
}

function judgeGiven(
  { step: given, unread }: GivenStep,
  at: number,
  length: number,
): { step?: RecipeStep; problems: RecipeProblem[] } {
  const judged = judgeStep(given, at, length)
  const problems = judged.problems.filter(({ path }) => !unread.has(path[2] ?? ''))
  return { ...judged, problems }
}

/** What breaks the shape of recipes. Of names that are unknown the first finding is the one with the nearest name. */
function shapeProblems(error: z.core.$ZodError, input: unknown): RecipeProblem[] {
  const names = nameProblems(RECIPE_SHAPE, input)
  const told = new Set(names.map(({ path }) => fieldName([...path])))
  const issues = error.issues.filter(
    (issue) =>
      issue.code !== 'unrecognized_keys' ||
      !issue.keys.every((key) => told.has(fieldName([...issue.path, key]))),
  )
  return [...names, ...issues.map((issue) => issueProblem(issue, input, []))]
}

/** A format is for pictures; the service's own size is for results that each belong to one task. */
function outputProblems(
  { format, size }: Recipe['output'],
  steps: readonly RecipeStep[],
): RecipeProblem[] {
  const last = steps.at(-1)
  const feature = last && findFeature(last.feature)
  const problems: RecipeProblem[] = []
  if (format !== undefined && !(feature && hasPictureResult(feature))) {
    const words = `output.format is for pictures; ${last?.feature} gives none.`
    problems.push({ path: ['output', 'format'], words })
  }
  if (size === 'service' && steps.some(({ together }) => together)) {
    const words = 'steps with together need output.size source.'
    problems.push({ path: ['output', 'size'], words })
  }
  return problems
}
