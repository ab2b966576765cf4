import * as z from 'zod/mini'
import { explainIssue } from './explain-issue.ts'
import { Failure } from './failure.ts'
import type { Feature } from './feature.ts'
import { FEATURES, findFeature } from './features.ts'
import { findUnknownName } from './find-unknown-name.ts'
import { INPUTS_PREFIX } from './key-prefixes.ts'
import { hasPictureResult, OUTPUT_FORMATS } from './output-format.ts'
import { storable } from './storable.ts'
import { suggestName } from './suggest-name.ts'
import { UNPRINTABLE } from './unprintable.ts'

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
  steps: z.array(step).check(z.minLength(1), z.maxLength(8)),
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

/** A valid recipe name. It is part of object keys and URLs, so it needs no escaping. */
export const RECIPE_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/

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

/**
 * Validates a recipe against the catalogue and fills in defaults. What it gives can be stored. Throws `RecipeInvalid`
 * with the path of the first field that breaks a rule, and the rule.
 */
export function parseRecipe(input: unknown): Recipe {
  requireKnownNames(recipe, input)
  const parsed = z.safeParse(recipe, input)
  if (!parsed.success) throw invalid(parsed.error, input)
  const steps = parsed.data.steps.map(completeStep)
  requirePictureFormat(parsed.data.output.format, steps.at(-1))
  if (parsed.data.output.size === 'service' && steps.some(({ together }) => together)) {
    throw new Failure('RecipeInvalid', 'steps with together need output.size source.')
  }
  return storable({ ...parsed.data, steps }, unstorable)
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

function completeStep(step: RecipeStep, at: number, { length }: RecipeStep[]): RecipeStep {
  const feature = findFeature(step.feature)
  if (!feature) throw new Failure('RecipeInvalid', `steps[${at}].feature is not in the catalogue.`)
  if (step.together && (step.target !== 'all' || !hasPictureResult(feature))) {
    throw new Failure('RecipeInvalid', `steps[${at}].together is for pictures with target all.`)
  }
  if (step.target === 'all' && !step.together && at < length - 1) {
    const rule = 'target can be all only in the last step, or with together.'
    throw new Failure('RecipeInvalid', `steps[${at}].${rule}`)
  }
  const given = { ...feature.defaults, ...step.parameters }
  const place = `steps[${at}].parameters.`
  requireKnownNames(feature.parameters, step.parameters, place.slice(0, -1))
  requireNoIndex(feature, step, place)
  const parsed = z.safeParse(feature.parameters, given)
  if (!parsed.success) throw invalid(parsed.error, given, place)
  const kept = storable(parsed.data, (sentence) => unstorable(`${place}${sentence}`))
  // A number that became zero must fit its range as zero, too.
  const fits = kept === parsed.data ? parsed : z.safeParse(feature.parameters, kept)
  if (!fits.success) throw invalid(fits.error, kept, place)
  requireInputs(feature, step, at)
  return {
    ...step,
    parameters: normalizedParameters(feature, { ...step, parameters: kept }, at),
  }
}

/** Whom a step works on, its target says, whose index the workflow sends: another one would be ignored. */
function requireNoIndex(feature: Feature, { parameters, target }: RecipeStep, place: string): void {
  const { index } = parameters
  if (index === undefined || !takesIndex(feature) || target === `index:${index}`) return
  throw new Failure(
    'RecipeInvalid',
    `${place}index is chosen by the step's target: leave it away, or say "target": "index:${index}".`,
  )
}

/** Throws when a value holds a name, at any depth, that its schema does not know. */
function requireKnownNames(schema: z.ZodMiniType, given: unknown, path = ''): void {
  const unknown = findUnknownName(schema, given, path)
  if (!unknown) return
  const hint = suggestName(unknown.name, unknown.known)
  throw new Failure('RecipeInvalid', `${unknown.path} is not a field of this object.${hint}`)
}

/** Throws when an output format is given and the last step's result is no picture. */
function requirePictureFormat(format: string | undefined, last: RecipeStep | undefined): void {
  const feature = last && findFeature(last.feature)
  if (format === undefined || (feature && hasPictureResult(feature))) return
  throw new Failure('RecipeInvalid', `output.format is for pictures; ${last?.feature} gives none.`)
}

/** Throws unless every required file of the feature has an input, and every input belongs to a file of the feature. */
function requireInputs(feature: Feature, { inputs, parameters }: RecipeStep, at: number): void {
  const refuse = (rule: string): never => {
    throw new Failure('RecipeInvalid', `steps[${at}].${rule}`)
  }
  const id = parameters['template_id']
  if (id !== undefined && !feature.templates?.some((template) => template.id === id)) {
    refuse(`parameters.template_id is not a template of ${feature.name}.`)
  }
  for (const [role, given] of Object.entries(inputs)) {
    const rule = feature.files[role as keyof typeof inputs]
    if (!rule) refuse(`inputs.${role} is not a file of ${feature.name}.`)
    if (Array.isArray(given) && given.length > (rule?.maxCount ?? 1)) {
      refuse(`inputs.${role} names more files than ${feature.name} takes.`)
    }
  }
  for (const [role, { absent }] of Object.entries(feature.files)) {
    if (role === 'src' || absent === 'always') continue
    const given = inputs[role as keyof typeof inputs] !== undefined
    const byTemplate = absent === 'with a template' && id !== undefined
    if (!given && !byTemplate) {
      refuse(`inputs.${role} is required${absent ? ' without a template_id' : ''}.`)
    }
    if (given && byTemplate) refuse(`inputs.${role} and parameters.template_id exclude each other.`)
  }
}

/** Applies the feature's own rules between parameters and files. The addresses of the files are not known yet. */
function normalizedParameters(
  feature: Feature,
  { inputs, parameters }: RecipeStep,
  at: number,
): Record<string, unknown> {
  const one = { url: 'https://example.com' }
  const files = Object.entries(inputs).map(([role, given]) => [
    role,
    feature.files[role as keyof typeof inputs]?.maxCount === undefined
      ? one
      : [given].flat().map(() => one),
  ])
  try {
    return feature.normalize?.(parameters, { src: one, ...Object.fromEntries(files) }) ?? parameters
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure('RecipeInvalid', `steps[${at}].parameters: ${error.message}`)
  }
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
