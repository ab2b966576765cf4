import * as z from 'zod/mini'
import { Failure } from '../../failures/failure.ts'
import { explainIssue } from '../../issues/explain-issue.ts'

/**
 * What the metadata of a dropped object may change where the recipe does not say: whom the recipe's own features work
 * on, and their parameters, within the ranges of the catalogue.
 */
export const DEFAULT_OVERRIDES = ['steps.*.target', 'steps.*.parameters']

const OVERRIDABLE =
  /^(?:steps|output|timeoutSeconds|companionSeconds|transfer|prepare|onRefusal|description)(?:\.(?:\*|[\w-]+))*$/

/**
 * Fields that the metadata of a dropped object may change: a path of names, list places counted from 0 and `*` for any
 * of them, which allows everything below it. The list itself is none of them.
 */
export const OVERRIDES = z
  .array(
    z.string().check(
      z.maxLength(200),
      z.refine((path) => OVERRIDABLE.test(path), {
        error: 'overrides holds paths such as steps.*.target or output.name.',
      }),
    ),
  )
  .check(z.maxLength(50))

/** The `overrides` of a recipe that is not validated otherwise yet. Throws `RecipeInvalid`. */
export function overridesOf(input: unknown): string[] {
  const parsed = z.safeParse(
    z.object({ overrides: z._default(OVERRIDES, DEFAULT_OVERRIDES) }),
    input,
  )
  if (parsed.success) return parsed.data.overrides
  const [issue] = parsed.error.issues
  throw new Failure('RecipeInvalid', issue && explainIssue(issue, input))
}

/** Whether one of the recipe's `overrides` names a field or something that it is part of. */
export function mayOverride(overrides: readonly string[], path: readonly PropertyKey[]): boolean {
  return overrides.some((allowed) => {
    const parts = allowed.split('.')
    if (parts.length > path.length) return false
    return parts.every((part, at) => part === '*' || part === String(path[at]))
  })
}
