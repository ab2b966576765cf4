import { createHash } from 'node:crypto'
import { Failure } from '../../../catalog/failure.ts'
import { parseRecipe, RECIPE_NAME, type Recipe } from '../../../catalog/recipe.ts'
import type { Objects } from '../objects/objects.ts'

const MAX_BYTES = 100_000

/**
 * The recipe of this name as it stands in the bucket now, with the hash of its text. Throws `RecipeUnknown` or
 * `RecipeInvalid`, naming the recipe and the rule.
 */
export const loadRecipe = async (
  name: string,
  deps: { objects: Objects; bucket: string },
): Promise<{ plan: Recipe; sha256: string }> => {
  if (!RECIPE_NAME.test(name)) {
    throw new Failure(
      'RecipeUnknown',
      `A dropped file's key must be drop/<recipe>/<file>; "${name.slice(0, 64)}" is no recipe name.`,
    )
  }
  const text = await readText(name, deps)
  if (text === undefined) throw new Failure('RecipeUnknown', `There is no recipe "${name}".`)
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { plan: parseRecipe(parseJson(text, name)), sha256 }
}

const readText = async (
  name: string,
  { objects, bucket }: { objects: Objects; bucket: string },
): Promise<string | undefined> => {
  try {
    return await objects.read({ bucket, key: `recipes/${name}.json` }, MAX_BYTES)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Failure('RecipeInvalid', `The recipe "${name}" has more than ${MAX_BYTES} bytes.`)
  }
}

const parseJson = (text: string, name: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('RecipeInvalid', `The recipe "${name}" is not JSON.`)
  }
}
