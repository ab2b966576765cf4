import { Failure } from '../../../catalog/failures/failure.ts'
import { fieldName } from '../../../catalog/issues/describe-issue.ts'
import { mayOverride, overridesOf, parseRecipe } from '../../../catalog/recipe/recipe.ts'
import type { JobRecipe } from '../core/ports/job.ts'
import type { LoadedRecipe } from './load-recipe.ts'

/** User metadata that changes the recipe for one object, sent as `x-amz-meta-darkroom-recipe`. */
export const OVERRIDES_METADATA = 'darkroom-recipe'

/**
 * Merges the overrides of the dropped object's metadata into a recipe and validates the result. Objects are merged
 * member by member, lists item by item; any other value replaces the recipe's. Throws `RecipeInvalid`, also for a
 * field that the recipe does not let be overridden, and for any overrides where the pipeline takes none (`allowed`).
 */
export function mergeOverrides(
  { text, sha256 }: LoadedRecipe,
  metadata: Record<string, string>,
  allowed: boolean,
): Omit<JobRecipe, 'name'> {
  const overrides = metadata[OVERRIDES_METADATA]
  if (overrides === undefined) return { sha256, plan: parseRecipe(text) }
  if (!allowed) throw invalid('this pipeline lets no object change its recipe.')
  try {
    const patterns = overridesOf(text)
    const merged = merge(text, JSON.parse(overrides), [], (path) => {
      if (mayOverride(patterns, path)) return
      throw new Failure(
        'RecipeInvalid',
        `the recipe does not let ${fieldName(path) || 'itself'} be overridden, only ${patterns.join(', ') || 'nothing'}.`,
      )
    })
    return { sha256, overrides, plan: parseRecipe(merged) }
  } catch (error) {
    throw invalid(error instanceof Failure ? error.message : 'it is not JSON.')
  }
}

function invalid(reason: string): Failure {
  return new Failure('RecipeInvalid', `With the object's metadata ${OVERRIDES_METADATA}: ${reason}`)
}

/**
 * `requireAllowed` is called with the path of every value that is replaced or added.
 *
 * `Object.hasOwn`, because a member named `__proto__` or `constructor` must not reach the prototype.
 */
function merge(
  under: unknown,
  over: unknown,
  path: readonly (string | number)[],
  requireAllowed: (path: (string | number)[]) => void,
): unknown {
  if (Array.isArray(under) && Array.isArray(over)) {
    return [...under, ...over.slice(under.length)].map((item, at) =>
      at < over.length ? merge(under[at], over[at], [...path, at], requireAllowed) : item,
    )
  }
  if (!isObject(over) || !(isObject(under) || (under === undefined && !isEmpty(over)))) {
    requireAllowed([...path])
    return over
  }
  const members = under ?? {}
  const names = new Set([...Object.keys(members), ...Object.keys(over)])
  return Object.fromEntries(
    [...names].map((name) => {
      const inner = Object.hasOwn(members, name) ? members[name] : undefined
      if (!Object.hasOwn(over, name)) return [name, inner]
      return [name, merge(inner, over[name], [...path, name], requireAllowed)]
    }),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}
