import { Failure } from '../../../catalog/failure.ts'
import { parseRecipe } from '../../../catalog/recipe.ts'
import type { JobRecipe } from '../jobs/job.ts'
import type { LoadedRecipe } from './load-recipe.ts'

/** The user metadata that changes the recipe for one object: `x-amz-meta-darkroom-recipe`. */
export const OVERRIDES = 'darkroom-recipe'

/**
 * A recipe with what the dropped object's metadata changes in it: JSON that is laid over the recipe, objects member by
 * member, lists place by place. The whole must be a recipe again. Throws `RecipeInvalid`.
 */
export const overridden = (
  { text, sha256 }: LoadedRecipe,
  metadata: Record<string, string>,
): Omit<JobRecipe, 'name'> => {
  const overrides = metadata[OVERRIDES]
  if (overrides === undefined) return { sha256, plan: parseRecipe(text) }
  try {
    return { sha256, overrides, plan: parseRecipe(laidOver(text, JSON.parse(overrides))) }
  } catch (error) {
    if (error instanceof Failure) {
      throw new Failure('RecipeInvalid', `With the object's ${OVERRIDES}: ${error.message}`)
    }
    throw new Failure('RecipeInvalid', `The object's metadata ${OVERRIDES} is not JSON.`)
  }
}

const laidOver = (under: unknown, over: unknown): unknown => {
  if (Array.isArray(under) && Array.isArray(over)) {
    return [...under, ...over.slice(under.length)].map((item, at) =>
      at < over.length ? laidOver(item, over[at]) : item,
    )
  }
  if (!isObject(under) || !isObject(over)) return over
  const names = new Set([...Object.keys(under), ...Object.keys(over)])
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      Object.hasOwn(over, name)
        ? laidOver(Object.hasOwn(under, name) ? under[name] : undefined, over[name])
        : under[name],
    ]),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
