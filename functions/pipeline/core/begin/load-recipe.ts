import { createHash } from 'node:crypto'
import { MAX_RECIPE_BYTES } from '../../../../catalog/console/recipe-bytes.ts'
import { Failure } from '../../../../catalog/failures/failure.ts'
import { parseJsonText } from '../../../../catalog/json/parse-json-text.ts'
import { RECIPE_NAME } from '../../../../catalog/recipe/shape/recipe-name.ts'
import type { ReadObjects } from '../ports/objects.ts'

/** A recipe before validation: its parsed JSON, and the SHA-256 of its text in hex. */
export type LoadedRecipe = { text: unknown; sha256: string }

/**
 * Loads a recipe by name from the bucket. Returns, and does not throw, a `Failure` where it cannot be used:
 * `RecipeUnknown`, or `RecipeInvalid` when it is not JSON or too large.
 */
export async function loadRecipe(
  name: string,
  deps: { objects: ReadObjects; bucket: string },
): Promise<LoadedRecipe | Failure> {
  try {
    return await load(name, deps)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

async function load(
  name: string,
  deps: { objects: ReadObjects; bucket: string },
): Promise<LoadedRecipe> {
  if (!RECIPE_NAME.test(name)) {
    throw new Failure(
      'RecipeUnknown',
      `A dropped file's key must be drop/<recipe>/<file>; "${name.slice(0, 64)}" is no recipe name.`,
    )
  }
  const text = await readText(name, deps)
  if (text === undefined) throw new Failure('RecipeUnknown', `There is no recipe "${name}".`)
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { text: parseJson(text, name), sha256 }
}

async function readText(
  name: string,
  { objects, bucket }: { objects: ReadObjects; bucket: string },
): Promise<string | undefined> {
  try {
    return await objects.read({ bucket, key: `recipes/${name}.json` }, MAX_RECIPE_BYTES)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Failure(
      'RecipeInvalid',
      `The recipe "${name}" has more than ${MAX_RECIPE_BYTES} bytes.`,
    )
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return parseJsonText(text)
  } catch {
    throw new Failure('RecipeInvalid', `The recipe "${name}" is not JSON.`)
  }
}
