import * as z from 'zod/mini'
import { describeIssue } from './describe-issue.ts'
import { Failure } from './failure.ts'
import type { Feature } from './feature.ts'
import { FEATURES, featureNamed } from './features.ts'

/** How a step chooses among the people a pre-process task found. `index:N` counts from 0 in the service's order. */
export const TARGET_CHOICES = [
  'largest',
  'leftmost',
  'rightmost',
  'topmost',
  'centre',
  'all',
] as const

const target = z
  .string()
  .check(
    z.refine(
      (choice) =>
        TARGET_CHOICES.some((known) => known === choice) || /^index:\d{1,2}$/.test(choice),
      { error: `target must be one of ${TARGET_CHOICES.join(', ')} or index:N.` },
    ),
  )

const step = z.strictObject({
  feature: z.enum(FEATURES.map(({ name }) => name)),
  parameters: z.record(z.string(), z.unknown()),
  target: z._default(target, 'largest'),
})

const recipe = z.strictObject({
  $schema: z.optional(z.string()),
  description: z.optional(z.string().check(z.maxLength(500))),
  steps: z.array(step).check(z.minLength(1), z.maxLength(8)),
  timeoutSeconds: z._default(z.int().check(z.gte(10), z.lte(86_400)), 900),
})

/** A name a recipe can have: it stands in object keys and in a URL, so it stays plain. */
export const RECIPE_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/

/** One effect of a recipe, with its parameters complete and the way it chooses whom it works on. */
export type RecipeStep = z.output<typeof step>

/**
 * What is done to a dropped file: its effects one after the other, each working on the one before, and how long
 * each task may take (`timeoutSeconds`, 10–86,400, 900 by default) before the job fails.
 */
export type Recipe = z.output<typeof recipe>

/**
 * Checks a recipe against the catalogue and fills in what it may leave out. Throws `RecipeInvalid` with the path of
 * the first field that breaks a rule, and the rule.
 */
export const parseRecipe = (input: unknown): Recipe => {
  const parsed = z.safeParse(recipe, input)
  if (!parsed.success) throw invalid(parsed.error, input)
  return { ...parsed.data, steps: parsed.data.steps.map(completeStep) }
}

const completeStep = (step: RecipeStep, at: number, { length }: RecipeStep[]): RecipeStep => {
  const feature = featureNamed(step.feature)
  if (!feature) throw new Failure('RecipeInvalid', `steps[${at}].feature is not in the catalogue.`)
  if (step.target === 'all' && at < length - 1) {
    throw new Failure('RecipeInvalid', `steps[${at}].target can be all only in the last step.`)
  }
  checkFiles(feature, step, at)
  const given = { ...feature.defaults, ...step.parameters }
  const parsed = z.safeParse(feature.parameters, given)
  if (!parsed.success) throw invalid(parsed.error, given, `steps[${at}].parameters.`)
  return { ...step, parameters: parsed.data }
}

/** A job has one file, the dropped one; what else a feature needs must be a template. */
const checkFiles = (feature: Feature, { parameters }: RecipeStep, at: number): void => {
  const needed = Object.entries(feature.files).find(
    ([role, { absent }]) => role !== 'src' && absent !== 'always',
  )
  if (needed && needed[1].absent === undefined) {
    const message = `steps[${at}].feature needs more files than the one that is dropped.`
    throw new Failure('RecipeInvalid', message)
  }
  const id = parameters['template_id']
  if (needed === undefined && id === undefined) return
  if (feature.templates?.some((template) => template.id === id)) return
  throw new Failure(
    'RecipeInvalid',
    `steps[${at}].parameters.template_id is not a template of ${feature.name}.`,
  )
}

const invalid = (error: z.core.$ZodError, input: unknown, prefix = ''): Failure => {
  const [issue] = error.issues
  return new Failure('RecipeInvalid', issue && `${prefix}${describeIssue(issue, input)}`)
}
