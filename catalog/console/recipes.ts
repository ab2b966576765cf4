/** What the console's page and its admin API say to each other of recipes. */

/** Bytes that the text of a recipe may have, in UTF-8. */
export const MAX_RECIPE_BYTES = 100_000

/** A recipe as the list shows it. */
export type RecipeRow = {
  name: string
  /** Of its text as it is saved, in quotes. */
  etag: string
  savedAt: string
  description?: string
  steps: { feature: string; target: string }[]
  /** Why no file can be dropped under it; absent of one that is right. */
  broken?: string
}

export type RecipesAnswer = { recipes: RecipeRow[] }

/** The text of a recipe as it is saved. */
export type RecipeAnswer = { name: string; text: string; etag: string; savedAt: string }

/** A rule that a recipe's text breaks, where it stands in the recipe and in the text. */
export type RecipeFinding = {
  path: (string | number)[]
  words: string
  /** Counted from 1. */
  line: number
  column: number
}

/** What a recipe that breaks no rule takes and costs. */
export type RecipeFacts = {
  steps: { feature: string; target: string }[]
  /** Units of the service for one file with one target. */
  units: { least: number; most: number }
  /** Names of files that must lie beside each dropped one, with `{stem}`. */
  companions: string[]
  /** Keys of objects that it names. */
  objects: string[]
  /** Features that our own service does not carry out. */
  unperformed: string[]
  /** Why a generator is needed, where one is. */
  generator?: string
  /** Whether files that do not suit come back as they are. */
  returns: boolean
}

/** Every rule that is broken, or what a right recipe takes. */
export type RecipeCheckAnswer = { problems: RecipeFinding[]; facts?: RecipeFacts }

/** What is known of a recipe that was saved. */
export type RecipeSavedAnswer = { name: string; etag: string; facts: RecipeFacts }

/** A recipe that is kept for a preview: its name, under which a file is dropped. */
export type PreviewAnswer = { name: string; facts: RecipeFacts }

/** A feature as forms show it. */
export type CatalogueFeature = {
  name: string
  title: string
  summary: string
  /** Whether our own service carries it out. */
  performed: boolean
  /** Whether a recipe's step chooses whom it works on. */
  targets: boolean
  source: 'picture' | 'video'
  /** Roles of other files, and whether one may do without and how many it may be. */
  inputs: { role: string; needed: boolean; most: number }[]
  templates: { id: string; title: string; group: string; palette: string[] }[]
  /** JSON Schema of the parameters. */
  parameters: Readonly<Record<string, unknown>>
  /** Parameters that a recipe may leave out. */
  defaults: Readonly<Record<string, unknown>>
  /** Parameters that a new step begins with. */
  start: Readonly<Record<string, unknown>>
  costs: { description: string; amount: number; unit: 'result_image' | 'second' }[]
}

/** The catalogue, and the JSON Schema of what is not of one feature: `output`, `timeoutSeconds`, …. */
export type CatalogueAnswer = {
  features: CatalogueFeature[]
  targets: string[]
  settings: Readonly<Record<string, unknown>>
}
