import { Failure } from '../../../catalog/failure.ts'
import { parseRecipe } from '../../../catalog/recipe.ts'
import type { JobRecipe } from '../ports/job.ts'
import type { LoadedRecipe } from './load-recipe.ts'

/** User metadata that changes the recipe for one object, sent as `x-amz-meta-darkroom-recipe`. */
export const OVERRIDES_METADATA = 'darkroom-recipe'

/**
 * Merges the overrides of the dropped object's metadata into a recipe and validates the result. Objects are merged
 * member by member, lists item by item; any other value replaces the recipe's. Throws `RecipeInvalid`.
 */
export function mergeOverrides(
  { text, sha256 }: LoadedRecipe,
  metadata: Record<string, string>,
): Omit<JobRecipe, 'name'> {
  const overrides = metadata[OVERRIDES_METADATA]
  if (overrides === undefined) return { sha256, plan: parseRecipe(text) }
  try {
    return { sha256, overrides, plan: parseRecipe(deepMerge(text, JSON.parse(overrides))) }
  } catch (error) {
    if (error instanceof Failure) {
      throw new Failure(
        'RecipeInvalid',
        `With the object's ${OVERRIDES_METADATA}: ${error.message}`,
      )
    }
    throw new Failure('RecipeInvalid', `The object's metadata ${OVERRIDES_METADATA} is not JSON.`)
  }
}

/** `Object.hasOwn`, because a member named `__proto__` or `constructor` must not reach the prototype. */
function deepMerge(under: unknown, over: unknown): unknown {
  if (Array.isArray(under) && Array.isArray(over)) {
    return [...under, ...over.slice(under.length)].map((item, at) =>
      at < over.length ? deepMerge(item, over[at]) : item,
    )
  }
  if (!isObject(under) || !isObject(over)) return over
  const names = new Set([...Object.keys(under), ...Object.keys(over)])
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      Object.hasOwn(over, name)
        ? deepMerge(Object.hasOwn(under, name) ? under[name] : undefined, over[name])
        : under[name],
    ]),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
