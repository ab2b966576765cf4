import { Failure } from '../../../../catalog/failures/failure.ts'
import { fieldName } from '../../../../catalog/issues/describe-issue.ts'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { mayOverride, overridesOf } from '../../../../catalog/recipe/shape/overrides.ts'
import type { Recipe } from '../../../../catalog/recipe/shape/recipe.ts'
import type { JobRecipe } from '../ports/job.ts'
import type { LoadedRecipe } from './load-recipe.ts'

/** User metadata that changes the recipe for one object, sent as `x-amz-meta-darkroom-recipe`. */
export const OVERRIDES_METADATA = 'darkroom-recipe'

/** What is laid over a recipe for one job, each a JSON text, and whether the pipeline allows it. */
export type Layers = {
  /** The dropped object's metadata. */
  metadata: Record<string, string>
  allowed: boolean
  /** What an operator's retry asks for; it lies above the object's own. */
  changes?: string | undefined
  changesAllowed: boolean
}

/**
 * Merges the overrides of the dropped object's metadata and of a retry into a recipe and validates the result. Objects
 * are merged member by member, lists item by item; any other value replaces the recipe's. Throws `RecipeInvalid`, also
 * for a field that the recipe does not let be overridden, and for any overrides where the pipeline takes none.
 */
export function mergeOverrides(
  { text, sha256 }: LoadedRecipe,
  { metadata, allowed, changes, changesAllowed }: Layers,
): Omit<JobRecipe, 'name'> {
  const overrides = metadata[OVERRIDES_METADATA]
  const own = `With the object's metadata ${OVERRIDES_METADATA}`
  const under =
    overrides === undefined
      ? text
      : layOver(text, overrides, {
          text,
          where: own,
          refusal: allowed ? undefined : 'this pipeline lets no object change its recipe.',
        })
  if (changes === undefined) {
    const plan = parsed(under, overrides === undefined ? undefined : own)
    return { sha256, ...(overrides !== undefined && { overrides }), plan }
  }
  const where = 'With the changes of the retry'
  const refusal = changesAllowed ? undefined : 'this pipeline lets no retry change the recipe.'
  const whole = layOver(under, changes, { text, where, refusal })
  const plan = parsed(whole, where)
  return { sha256, ...(overrides !== undefined && { overrides }), changes, plan }
}

type Layer = {
  /** The recipe itself, which says what may be changed. */
  text: unknown
  where: string
  refusal: string | undefined
}

function layOver(under: unknown, over: string, { text, where, refusal }: Layer): unknown {
  if (refusal !== undefined) throw invalid(where, refusal)
  try {
    const patterns = overridesOf(text)
    return merge(under, JSON.parse(over), [], (path) => {
      if (mayOverride(patterns, path)) return
      throw new Failure(
        'RecipeInvalid',
        `the recipe does not let ${fieldName(path) || 'itself'} be overridden, only ${patterns.join(', ') || 'nothing'}.`,
      )
    })
  } catch (error) {
    throw invalid(where, error instanceof Failure ? error.message : 'it is not JSON.')
  }
}

function parsed(text: unknown, where: string | undefined): Recipe {
  try {
    return parseRecipe(text)
  } catch (error) {
    if (where === undefined || !(error instanceof Failure)) throw error
    throw invalid(where, error.message)
  }
}

function invalid(where: string, reason: string): Failure {
  return new Failure('RecipeInvalid', `${where}: ${reason}`)
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
