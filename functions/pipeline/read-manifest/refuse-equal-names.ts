import { parseJsonText } from '../../../catalog/json/parse-json-text.ts'
import { parseRecipe } from '../../../catalog/recipe/judge/parse-recipe.ts'
import type { Recipe } from '../../../catalog/recipe/shape/recipe.ts'
import { sourceFolder } from '../core/batches/source-folder.ts'
import { ManifestInvalid } from '../core/manifests/manifest-invalid.ts'
import type { BatchItem } from '../core/ports/batch.ts'
import type { BatchObjects } from '../core/ports/batch-objects.ts'
import { distinctNames } from '../core/results/distinct-names.ts'

/**
 * Passes the items of a manifest on while their results can be told apart in one folder. What a file's own metadata
 * changes is not known here.
 *
 * @param bucket holds the recipes
 * @throws ManifestInvalid where a recipe's `output.name` gives the results of two items one name
 */
export async function* refuseEqualNames(
  items: AsyncIterable<BatchItem>,
  { objects, bucket }: { objects: Pick<BatchObjects, 'read'>; bucket: string },
): AsyncGenerator<BatchItem> {
  const clashOf = distinctNames()
  const plans = new Map<string, Recipe | undefined>()
  for await (const item of items) {
    const { key, version, recipe, line } = item
    if (key !== undefined && recipe !== undefined) {
      if (!plans.has(recipe)) plans.set(recipe, await planOf(recipe, objects, bucket))
      const plan = plans.get(recipe)
      const folder = sourceFolder(key)
      const shown = `line ${line}`
      const clash = plan && clashOf({ recipe, plan, key, version, folder, shown })
      if (clash) {
        throw new ManifestInvalid(`${clash} Leave it away, or make batches of their own.`)
      }
    }
    yield item
  }
}

/** Undefined for a recipe that does not exist or cannot be used, of which each of its jobs says so. */
async function planOf(
  name: string,
  objects: Pick<BatchObjects, 'read'>,
  bucket: string,
): Promise<Recipe | undefined> {
  const text = await objects.read({ bucket, key: `recipes/${name}.json` })
  if (text === undefined) return undefined
  try {
    return parseRecipe(parseJsonText(text))
  } catch {
    return undefined
  }
}
