import * as z from 'zod/mini'
import { parseJsonText } from '../json/parse-json-text.ts'
import { RECIPE_NAME } from '../recipe/shape/recipe-name.ts'

const amount = z.number().check(z.gte(0))

const ceilings = z.strictObject({ units: z.optional(amount), dollars: z.optional(amount) })

const budget = z.strictObject({
  ...ceilings.shape,
  recipes: z.optional(z.record(z.string().check(z.regex(RECIPE_NAME)), ceilings)),
})

/** Limits for one day (UTC): units of the service, estimated dollars, or both. Absent means unlimited. */
export type BudgetLimits = {
  units?: number | undefined
  dollars?: number | undefined
}

/**
 * Daily limits of the whole pipeline and of single recipes by name. A file that would exceed one waits for another
 * day.
 */
export type Budget = BudgetLimits & { recipes?: Record<string, BudgetLimits> | undefined }

const EXAMPLE = '{"units": 500, "dollars": 2, "recipes": {"slim": {"units": 100}}}'

/** Parses a budget from JSON text or a parsed value. Throws an error that names the field and the rule. */
export function parseBudget(given: unknown): Budget {
  const parsed = z.safeParse(budget, typeof given === 'string' ? readJson(given) : given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = ['budget', ...(issue?.path ?? [])].join('.')
  throw new Error(`${field} must be like ${EXAMPLE}, numbers of 0 or more a day.`)
}

function readJson(text: string): unknown {
  try {
    return parseJsonText(text)
  } catch {
    return undefined
  }
}
