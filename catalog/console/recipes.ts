import * as z from 'zod/mini'

/* What the console's page and its admin API say to each other of recipes. */

const text = z.string()
const count = z.number().check(z.gte(0))
const place = z.number().check(z.int(), z.gte(1))
const units = z.strictObject({ least: count, most: count })
const STEPS = z.array(z.strictObject({ feature: text, target: text }))
const JSON_SCHEMA = z.record(z.string(), z.unknown())

/** A recipe as the list shows it. */
const RECIPE_ROW = z.strictObject({
  name: text,
  /** Of its text as it is saved, in quotes. */
  etag: text,
  savedAt: text,
  description: z.exactOptional(text),
  steps: STEPS,
  /** Why no file can be dropped under it; absent of one that is right. */
  broken: z.exactOptional(text),
})
export type RecipeRow = z.output<typeof RECIPE_ROW>

export const RECIPES_ANSWER = z.strictObject({ recipes: z.array(RECIPE_ROW) })
export type RecipesAnswer = z.output<typeof RECIPES_ANSWER>

/** The text of a recipe as it is saved. */
export const RECIPE_ANSWER = z.strictObject({ name: text, text, etag: text, savedAt: text })
export type RecipeAnswer = z.output<typeof RECIPE_ANSWER>

/** A rule that a recipe's text breaks, where it stands in the recipe and in the text, counted from 1. */
const RECIPE_FINDING = z.strictObject({
  path: z.array(z.union([z.string(), z.number()])),
  words: text,
  line: place,
  column: place,
})
export type RecipeFinding = z.output<typeof RECIPE_FINDING>

/** What a recipe that breaks no rule takes and costs. */
const RECIPE_FACTS = z.strictObject({
  steps: STEPS,
  /** Units of the service for one file with one target. */
  units,
  /** Names of files that must lie beside each dropped one, with `{stem}`. */
  companions: z.array(text),
  /** Keys of objects that it names. */
  objects: z.array(text),
  /** Features that our own service does not carry out. */
  unperformed: z.array(text),
  /** Why a generator is needed, where one is. */
  generator: z.exactOptional(text),
  /** Whether files that do not suit come back as they are. */
  returns: z.boolean(),
})
export type RecipeFacts = z.output<typeof RECIPE_FACTS>

/** Every rule that is broken, or what a right recipe takes. */
export const RECIPE_CHECK_ANSWER = z.strictObject({
  problems: z.array(RECIPE_FINDING),
  facts: z.exactOptional(RECIPE_FACTS),
})
export type RecipeCheckAnswer = z.output<typeof RECIPE_CHECK_ANSWER>

/** What is known of a recipe that was saved. */
export const RECIPE_SAVED_ANSWER = z.strictObject({ name: text, etag: text, facts: RECIPE_FACTS })
export type RecipeSavedAnswer = z.output<typeof RECIPE_SAVED_ANSWER>

/** A recipe that is kept for a preview: its name, under which a file is dropped. */
export const PREVIEW_ANSWER = z.strictObject({ name: text, facts: RECIPE_FACTS })
export type PreviewAnswer = z.output<typeof PREVIEW_ANSWER>

/** The name of a recipe that was deleted. */
export const RECIPE_DELETED_ANSWER = z.strictObject({ name: text })

/** A feature as forms show it. */
const CATALOGUE_FEATURE = z.strictObject({
  name: text,
  title: text,
  summary: text,
  /** Whether our own service carries it out. */
  performed: z.boolean(),
  /** Whether a recipe's step chooses whom it works on. */
  targets: z.boolean(),
  source: z.enum(['picture', 'video']),
  /** Roles of other files, and whether one may do without and how many it may be. */
  inputs: z.array(z.strictObject({ role: text, needed: z.boolean(), most: count })),
  templates: z.array(
    z.strictObject({ id: text, title: text, group: text, palette: z.array(text) }),
  ),
  /** JSON Schema of the parameters. */
  parameters: JSON_SCHEMA,
  /** Parameters that a recipe may leave out. */
  defaults: JSON_SCHEMA,
  /** Parameters that a new step begins with. */
  start: JSON_SCHEMA,
  costs: z.array(
    z.strictObject({ description: text, amount: count, unit: z.enum(['result_image', 'second']) }),
  ),
})
export type CatalogueFeature = z.output<typeof CATALOGUE_FEATURE>

/** The catalogue, and the JSON Schema of what is not of one feature: `output`, `timeoutSeconds`, …. */
export const CATALOGUE_ANSWER = z.strictObject({
  features: z.array(CATALOGUE_FEATURE),
  targets: z.array(text),
  settings: JSON_SCHEMA,
})
export type CatalogueAnswer = z.output<typeof CATALOGUE_ANSWER>
