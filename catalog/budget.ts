import * as z from 'zod/mini'
import { RECIPE_NAME } from './recipe.ts'

const amount = z.number().check(z.gte(0))

const ceilings = z.strictObject({ units: z.optional(amount), dollars: z.optional(amount) })

const budget = z.strictObject({
  ...ceilings.shape,
  recipes: z.optional(z.record(z.string().check(z.regex(RECIPE_NAME)), ceilings)),
})

/**
 * The most that may be spent in one day (UTC): units of the service, estimated dollars, or both. Absent is no
 * ceiling.
 */
export type BudgetLimits = z.output<typeof ceilings>

/**
 * Ceilings of a whole pipeline, and below them of single recipes by name. A file that passes one waits for another
 * day.
 */
export type Budget = z.output<typeof budget>

const EXAMPLE = '{"units": 500, "dollars": 2, "recipes": {"slim": {"units": 100}}}'

/** A budget out of JSON text or what that holds. Throws naming the field and the rule. */
export function parseBudget(given: unknown): Budget {
  const parsed = z.safeParse(budget, typeof given === 'string' ? readJson(given) : given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = ['budget', ...(issue?.path ?? [])].join('.')
  throw new Error(`${field} must be like ${EXAMPLE}, numbers of 0 or more a day.`)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
