import type { S3Client } from '@aws-sdk/client-s3'
import { MAX_RECIPE_BYTES } from '../../../catalog/console/recipe-bytes.ts'
import { Failure } from '../../../catalog/failures/failure.ts'
import { parseJsonText } from '../../../catalog/json/parse-json-text.ts'
import type { Recipe } from '../../../catalog/recipe/shape/recipe.ts'
import { RECIPE_NAME } from '../../../catalog/recipe/shape/recipe-name.ts'
import { checkRecipe, factsOfRecipe } from '../../operate/recipes/check-recipe.ts'
import { deleteRecipe } from '../../operate/recipes/delete-recipe.ts'
import { describeCatalogue } from '../../operate/recipes/describe-catalogue.ts'
import { describeRecipes } from '../../operate/recipes/describe-recipes.ts'
import { keepPreview } from '../../operate/recipes/keep-preview.ts'
import { readRecipe } from '../../operate/recipes/read-recipe.ts'
import { saveRecipe } from '../../operate/recipes/save-recipe.ts'
import { RECIPES } from './recipes-forms.ts'
import { type ConsoleRoute, type RouteCall, route } from './route.ts'

/** Where recipes lie. */
export type RecipesDeps = {
  recipes: { s3: S3Client; bucket: string }
  /** Epoch milliseconds. */
  now: () => number
}

/** An ETag of one object as HTTP writes it (RFC 9110, section 8.8.3). */
const ETAG = /^"[\w-]{1,100}"$/

/** Recipes: what there is, what is wrong with one, and its life. */
export const RECIPES_ROUTES: readonly ConsoleRoute<RecipesDeps>[] = [
  route({
    ...RECIPES.list,
    handle: async (_, { recipes }) => ({ json: { recipes: await describeRecipes(recipes) } }),
  }),
  route({
    ...RECIPES.check,
    handle: async ({ body: { text } }) => {
      const { recipe, problems } = checkRecipe(text)
      return { json: { problems, ...(recipe && { facts: factsOfRecipe(recipe) }) } }
    },
  }),
  route({
    ...RECIPES.catalogue,
    handle: async () => ({ json: describeCatalogue() }),
  }),
  route({
    ...RECIPES.read,
    handle: async ({ at }, { recipes }) => {
      const name = nameIn(at)
      const found = await readRecipe(name, recipes)
      if (!found) throw new Failure('NotFound', `There is no recipe ${name}.`)
      return { json: found, etag: found.etag }
    },
  }),
  route({
    ...RECIPES.save,
    handle: async ({ at, body: { text }, request }, { recipes }) => {
      const name = nameIn(at)
      const known = knownOf(request)
      const recipe = requireRight(text)
      const etag = await saveRecipe({ name, text, known }, recipes)
      return { json: { name, etag, facts: factsOfRecipe(recipe) }, etag }
    },
  }),
  route({
    ...RECIPES.preview,
    handle: async ({ body: { text } }, { recipes, now }) => {
      const recipe = requireRight(text)
      const name = await keepPreview(parseJsonText(text) as object, recipes, now())
      return { json: { name, facts: factsOfRecipe(recipe) } }
    },
  }),
  route({
    ...RECIPES.remove,
    handle: async ({ at }, { recipes }) => {
      const name = nameIn(at)
      // Of what is not there the sentence names the nearest one.
      await deleteRecipe(name, recipes).catch((error: Error) => {
        if (error.constructor !== Error) throw error
        throw new Failure('NotFound', error.message)
      })
      return { json: { name } }
    },
  }),
]

/** @throws Failure InvalidParameters with the first rule that the text breaks, and its place */
function requireRight(text: string): Recipe {
  if (Buffer.byteLength(text) > MAX_RECIPE_BYTES) {
    throw new Failure('InvalidParameters', `text has more than ${MAX_RECIPE_BYTES} bytes.`)
  }
  const { recipe, problems } = checkRecipe(text)
  if (recipe) return recipe
  const [first] = problems
  const where = first ? `line ${first.line}, column ${first.column}: ${first.words}` : ''
  throw new Failure('InvalidParameters', where)
}

/** @throws Failure InvalidParameters */
function nameIn({ name = '' }: Readonly<Record<string, string>>): string {
  if (RECIPE_NAME.test(name)) return name
  throw new Failure(
    'InvalidParameters',
    'name must be a recipe’s: a–z, 0–9 and -, 64 characters at most.',
  )
}

/** What the writer saw: an ETag, or `none`. @throws Failure BadRequest */
function knownOf({ headers }: RouteCall<unknown, unknown>['request']): string {
  const { 'if-match': match, 'if-none-match': none } = headers
  if (none === '*' && match === undefined) return 'none'
  if (match !== undefined && ETAG.test(match) && none === undefined) return match
  throw new Failure(
    'BadRequest',
    'Saving needs one of two headers: If-Match with the ETag that was read, or If-None-Match: * for a new recipe.',
  )
}
