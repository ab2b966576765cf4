import * as z from 'zod/mini'
import { FEATURES } from '../../features/features.ts'
import { UNPRINTABLE } from '../../json/unprintable.ts'
import { OUTPUT_FORMATS } from '../../tasks/output-format.ts'
import { INPUTS_PREFIX } from './key-prefixes.ts'
import { DEFAULT_OVERRIDES, OVERRIDES } from './overrides.ts'

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
export const MAX_STEPS = 8

/** The shape of one step by itself. */
export const STEP_SHAPE = z.strictObject({
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

/** The shape of a recipe as users write it. The published JSON Schema is made from it. */
export const RECIPE_SHAPE = z.strictObject({
  $schema: z.optional(z.string()),
  description: z.optional(z.string().check(z.maxLength(500))),
  steps: z.array(STEP_SHAPE).check(z.minLength(1), z.maxLength(MAX_STEPS)),
  timeoutSeconds: z._default(z.int().check(z.gte(10), z.lte(86_400)), DEFAULT_TIMEOUT_SECONDS),
  companionSeconds: z._default(z.int().check(z.gte(10), z.lte(3600)), 300),
  transfer: z._default(z.enum(['url', 'upload']), 'url'),
  prepare: z._default(z.enum(['auto', 'none']), 'auto'),
  onRefusal: z.optional(z.enum(['fail', 'original'])),
  output: z._default(output, OUTPUT_DEFAULTS),
  overrides: z._default(OVERRIDES, DEFAULT_OVERRIDES),
})

/** Where an input file of a step comes from: a fixed object, a file beside the dropped one, or an address. */
export type RecipeInput = z.output<typeof input>

/** One effect of a recipe, with all its parameters, its choice of target, and whether all targets share a result. */
export type RecipeStep = z.output<typeof STEP_SHAPE>

/**
 * What is done to a dropped file. `steps` are effects, each applied to the result of the one before. `timeoutSeconds`
 * is how long each task may take (10–86,400, an hour by default). `companionSeconds` is how long the job waits for a
 * missing companion before it fails (10–3,600, 300 by default). `transfer` is how files travel to the service.
 * `prepare` says whether a picture that does not meet a feature's file rule is made to meet it, or sent as it is.
 * `onRefusal` says whether a file that does not suit fails its job, as it does by default, or comes back as it is.
 * `output` is how results are named, for how long they are kept, and whether they are marked as edited. `overrides` is
 * what a dropped object's metadata may change.
 */
export type Recipe = z.output<typeof RECIPE_SHAPE>
