import * as z from 'zod/mini'
import { Failure } from '../failures/failure.ts'
import type { Feature } from '../features/feature.ts'
import { FEATURES, findFeature } from '../features/features.ts'
import { fieldName, valueAt } from '../issues/describe-issue.ts'
import { explainIssue } from '../issues/explain-issue.ts'
import { unknownNames } from '../issues/find-unknown-name.ts'
import { suggestName } from '../issues/suggest-name.ts'
import { storable } from '../json/storable.ts'
import { UNPRINTABLE } from '../json/unprintable.ts'
import { hasPictureResult, OUTPUT_FORMATS } from '../tasks/output-format.ts'
import { INPUTS_PREFIX } from './key-prefixes.ts'

/**
 * How a step chooses among the people that the detection found. `usable` is the largest that the feature accepts, where
 * the service says whom it does. `index:N` counts from 0 in the service's order.
 */
export const TARGET_CHOICES = [
  'usable',
  'largest',
  'leftmost',
  'rightmost',
  'topmost',
  'centre',
  'all',
] as const

/** The most people of one picture that a recipe with `all` works on. Each is a task of its own. */
export const MAX_TARGETS = 20

const target = z
  .string()
  .check(
    z.refine(
      (choice) =>
        TARGET_CHOICES.some((known) => known === choice) || /^index:\d{1,2}$/.test(choice),
      { error: `target must be one of ${TARGET_CHOICES.join(', ')} or index:N.` },
    ),
  )

/** A file beside the dropped one, with `{stem}` for the dropped file's name without its extension. */
const companion = z.string().check(
  z.maxLength(100),
  z.refine((name) => /^[^/{}]*\{stem\}[^/{}]*$/.test(name) && name !== '{stem}', {
    error: 'companion must be a file name with {stem} in it, e.g. {stem}.mask.png.',
  }),
)

/** The key of a fixed object in the drop bucket. Recipes may read this folder only. */
const object = z.string().check(
  z.refine(
    (key) =>
      key.startsWith(INPUTS_PREFIX) &&
      key !== INPUTS_PREFIX &&
      new TextEncoder().encode(key).length <= 1024,
    {
      error: `object must be a key under ${INPUTS_PREFIX} in the drop bucket.`,
    },
  ),
)

const input = z.union([
  z.strictObject({ object }),
  z.strictObject({ companion }),
  z.strictObject({ url: z.url({ protocol: /^https$/ }).check(z.maxLength(2048)) }),
])

const inputs = z.partialRecord(
  z.enum(['ref', 'msk', 'srcmsk', 'refmsk']),
  z.union([input, z.array(input).check(z.minLength(1), z.maxLength(20))]),
)

/** Effects of a recipe, at most. */
const MAX_STEPS = 8

const step = z.strictObject({
  feature: z.enum(FEATURES.map(({ name }) => name)),
  parameters: z._default(z.record(z.string(), z.unknown()), {}),
  target: z._default(target, 'largest'),
  together: z.optional(z.boolean()),
  inputs: z._default(inputs, {}),
})

/** For how many days a result can be kept. The bucket has a lifecycle rule for each. */
export const KEEP_DAYS = [1, 7, 30, 90, 365] as const

const output = z.strictObject({
  name: z._default(
    z.string().check(
      z.maxLength(200),
      z.refine((name) => /^(?:[^/{}]|\{(?:stem|recipe|index|date)\})+$/.test(name), {
        error: 'name may hold {stem}, {recipe}, {index} and {date}, and no slash.',
      }),
      z.refine((name) => name.search(UNPRINTABLE) < 0, {
        error: 'name may hold no control characters, and none that turn the direction of text.',
      }),
    ),
    '{stem}',
  ),
  format: z.optional(z.enum(OUTPUT_FORMATS)),
  keepDays: z.optional(z.literal(KEEP_DAYS)),
  mark: z._default(z.boolean(), true),
  size: z._default(z.enum(['source', 'service']), 'source'),
  metadata: z._default(z.enum(['none', 'keep-safe', 'keep']), 'none'),
})

const OUTPUT_DEFAULTS = { name: '{stem}', mark: true, size: 'source', metadata: 'none' } as const

/** How long the work on a task may take by default: as long as our own service lets it. */
export const DEFAULT_TIMEOUT_SECONDS = 3600

/**
 * What the metadata of a dropped object may change where the recipe does not say: whom the recipe's own features work
 * on, and their parameters, within the ranges of the catalogue.
 */
const DEFAULT_OVERRIDES = ['steps.*.target', 'steps.*.parameters']

const OVERRIDABLE =
  /^(?:steps|output|timeoutSeconds|companionSeconds|transfer|prepare|onRefusal|description)(?:\.(?:\*|[\w-]+))*$/

/**
 * Fields that the metadata of a dropped object may change: a path of names, list places counted from 0 and `*` for any
 * of them, which allows everything below it. The list itself is none of them.
 */
const overrides = z
  .array(
    z.string().check(
      z.maxLength(200),
      z.refine((path) => OVERRIDABLE.test(path), {
        error: 'overrides holds paths such as steps.*.target or output.name.',
      }),
    ),
  )
  .check(z.maxLength(50))

const recipe = z.strictObject({
  $schema: z.optional(z.string()),
  description: z.optional(z.string().check(z.maxLength(500))),
  steps: z.array(step).check(z.minLength(1), z.maxLength(MAX_STEPS)),
  timeoutSeconds: z._default(z.int().check(z.gte(10), z.lte(86_400)), DEFAULT_TIMEOUT_SECONDS),
  companionSeconds: z._default(z.int().check(z.gte(10), z.lte(3600)), 300),
  transfer: z._default(z.enum(['url', 'upload']), 'url'),
  prepare: z._default(z.enum(['auto', 'none']), 'auto'),
  onRefusal: z.optional(z.enum(['fail', 'original'])),
  output: z._default(output, OUTPUT_DEFAULTS),
  overrides: z._default(overrides, DEFAULT_OVERRIDES),
})

/** The shape of a recipe as users write it. The published JSON Schema is made from it. */
export const RECIPE_SHAPE = recipe

/** Whether a file or object beside recipes is their JSON Schema, `recipe.schema.json`, which is no recipe itself. */
export function isRecipeSchema(file: string): boolean {
  return file.endsWith('.schema.json')
}

/** Where an input file of a step comes from: a fixed object, a file beside the dropped one, or an address. */
export type RecipeInput = z.output<typeof input>

/** One effect of a recipe, with all its parameters, its choice of target, and whether all targets share a result. */
export type RecipeStep = z.output<typeof step>

/**
 * What is done to a dropped file. `steps` are effects, each applied to the result of the one before. `timeoutSeconds`
 * is how long each task may take (10–86,400, an hour by default). `companionSeconds` is how long the job waits for a
 * missing companion before it fails (10–3,600, 300 by default). `transfer` is how files travel to the service.
 * `prepare` says whether a picture that does not meet a feature's file rule is made to meet it, or sent as it is.
 * `onRefusal` says whether a file that does not suit fails its job, as it does by default, or comes back as it is.
 * `output` is how results are named, for how long they are kept, and whether they are marked as edited. `overrides` is
 * what a dropped object's metadata may change.
 */
export type Recipe = z.output<typeof recipe>

/** A rule that a recipe breaks: where, part by part, and the sentence, which names the field too. */
export type RecipeProblem = { path: readonly PropertyKey[]; words: string }

/**
 * Validates a recipe against the catalogue and fills in defaults. What it gives can be stored. Throws `RecipeInvalid`
 * with the path of the first field that breaks a rule, and the rule.
 */
export function parseRecipe(input: unknown): Recipe {
  const { recipe: parsed, problems } = judgeRecipe(input)
  if (!parsed) throw new Failure('RecipeInvalid', problems[0]?.words)
  return parsed
}

/** The same with every rule that is broken. There is a recipe where there is no problem. */
export function judgeRecipe(input: unknown): { recipe?: Recipe; problems: RecipeProblem[] } {
  const parsed = z.safeParse(recipe, input)
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

/** The `overrides` of a recipe that is not validated otherwise yet. Throws `RecipeInvalid`. */
export function overridesOf(input: unknown): string[] {
  const parsed = z.safeParse(z.object({ overrides: recipe.shape.overrides }), input)
  if (!parsed.success) throw invalid(parsed.error, input)
  return parsed.data.overrides
}

/** Whether one of the recipe's `overrides` names a field or something that it is part of. */
export function mayOverride(overrides: readonly string[], path: readonly PropertyKey[]): boolean {
  return overrides.some((allowed) => {
    const parts = allowed.split('.')
    if (parts.length > path.length) return false
    return parts.every((part, at) => part === '*' || part === String(path[at]))
  })
}

function unstorable(sentence: string): Failure {
  return new Failure('RecipeInvalid', sentence)
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
    const first = z.safeParse(step, each)
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
    const { data } = z.safeParse(step, Object.fromEntries(rest))
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

/** What a step breaks of its feature's rules, and the step with all that it leaves out, where it breaks none. */
function judgeStep(
  given: RecipeStep,
  at: number,
  length: number,
): { step?: RecipeStep; problems: RecipeProblem[] } {
  const problem = problemsOfStep(at)
  const feature = findFeature(given.feature)
  if (!feature) return { problems: [problem(['feature'], 'feature is not in the catalogue.')] }
  const problems: RecipeProblem[] = []
  if (given.together && (given.target !== 'all' || !hasPictureResult(feature))) {
    problems.push(problem(['together'], 'together is for pictures with target all.'))
  }
  if (given.target === 'all' && !given.together && at < length - 1) {
    const rule = 'target can be all only in the last step, or with together.'
    problems.push(problem(['target'], rule))
  }
  const { kept, problems: broken } = judgeParameters(feature, given, at)
  problems.push(...broken, ...inputProblems(feature, given, at))
  if (!kept || problems.length > 0) return { problems }
  try {
    const parameters = normalizedParameters(feature, { ...given, parameters: kept })
    return { step: { ...given, parameters }, problems }
  } catch (error) {
    return { problems: [problem(['parameters'], `parameters: ${messageOf(error)}`)] }
  }
}

/** Makes problems of one step: the path below it, and the rule, which begins with the name of the field. */
function problemsOfStep(at: number) {
  return (path: readonly PropertyKey[], rule: string): RecipeProblem => ({
    path: ['steps', at, ...path],
    words: `steps[${at}].${rule}`,
  })
}

function messageOf(error: unknown): string {
  if (!(error instanceof Failure)) throw error
  return error.message
}

function judgeParameters(
  feature: Feature,
  given: RecipeStep,
  at: number,
): { kept?: Record<string, unknown>; problems: RecipeProblem[] } {
  const path = ['steps', at, 'parameters']
  const place = `steps[${at}].parameters.`
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
  { parameters, target: choice }: RecipeStep,
  path: readonly PropertyKey[],
): RecipeProblem[] {
  const { index } = parameters
  if (index === undefined || !takesIndex(feature) || choice === `index:${index}`) return []
  const words =
    `${fieldName([...path, 'index'])} is chosen by the step's target: ` +
    `leave it away, or say "target": "index:${index}".`
  return [{ path: [...path, 'index'], words }]
}

/** The names in a value, at any depth, that its schema does not know. */
function nameProblems(
  schema: z.ZodMiniType,
  given: unknown,
  path: readonly PropertyKey[] = [],
): RecipeProblem[] {
  return [...unknownNames(schema, given, path)].map(({ path: at, name, known }) => ({
    path: at,
    words: `${fieldName([...at])} is not a field of this object.${suggestName(name, known)}`,
  }))
}

/** What breaks the shape of recipes. Of names that are unknown the first finding is the one with the nearest name. */
function shapeProblems(error: z.core.$ZodError, input: unknown): RecipeProblem[] {
  const names = nameProblems(recipe, input)
  const told = new Set(names.map(({ path }) => fieldName([...path])))
  const issues = error.issues.filter(
    (issue) =>
      issue.code !== 'unrecognized_keys' ||
      !issue.keys.every((key) => told.has(fieldName([...issue.path, key]))),
  )
  return [...names, ...issues.map((issue) => issueProblem(issue, input, []))]
}

function issueProblems(
  error: z.core.$ZodError,
  input: unknown,
  path: readonly PropertyKey[],
): RecipeProblem[] {
  return error.issues.map((issue) => issueProblem(issue, input, path))
}

function issueProblem(
  issue: z.core.$ZodIssue,
  input: unknown,
  path: readonly PropertyKey[],
): RecipeProblem {
  const key = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const prefix = path.length > 0 ? `${fieldName([...path])}.` : ''
  return {
    path: [...path, ...issue.path, ...key],
    words: `${prefix}${explainIssue(issue, input)}`,
  }
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

/** Every required file of the feature has an input, and every input belongs to a file of the feature. */
function inputProblems(
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

/** Whether the effect works on one of several people, chosen by the parameter `index`. */
export function takesIndex(feature: Feature): boolean {
  return feature.preProcess !== undefined && 'index' in shapeOf(feature.parameters)
}

/** The members of an object schema; empty for any other. */
function shapeOf(schema: Feature['parameters']): object {
  return (schema as { def?: { shape?: object } }).def?.shape ?? {}
}

function invalid(error: z.core.$ZodError, input: unknown, prefix = ''): Failure {
  const [issue] = error.issues
  return new Failure('RecipeInvalid', issue && `${prefix}${explainIssue(issue, input)}`)
}
