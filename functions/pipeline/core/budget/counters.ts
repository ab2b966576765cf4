import type { Budget, BudgetLimits } from '../../../../catalog/costs/budget.ts'
import type { Amounts } from '../ports/budget-account.ts'
import type { ExpectedCost } from './expected-cost.ts'

const DAY_MS = 86_400_000

/** The budget day of a timestamp (epoch milliseconds): the date in UTC, `2026-01-31`. */
export function budgetDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

/** When the next budget day begins, as ISO 8601. `now` in epoch milliseconds. */
export function nextOpening(now: number): string {
  return new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS).toISOString()
}

/** The cost of a job as amounts by counter: those of the whole pipeline and those of its recipe. */
export function countersOf(recipe: string, { units, dollars }: ExpectedCost): Amounts {
  return {
    units,
    dollars,
    [`units:${recipe}`]: units,
    [`dollars:${recipe}`]: dollars,
  }
}

/** The limits of the budget by counter. A counter without a limit is absent. */
export function limitsOf(budget: Budget, recipe: string): Amounts {
  return {
    ...limits(budget),
    ...limits(budget.recipes?.[recipe] ?? {}, `:${recipe}`),
  }
}

function limits({ units, dollars }: BudgetLimits, of = ''): Amounts {
  return {
    ...(units !== undefined && { [`units${of}`]: units }),
    ...(dollars !== undefined && { [`dollars${of}`]: dollars }),
  }
}

/** The counters that would exceed their limit if these amounts were added. */
export function exceededCounters(taken: Amounts, adds: Amounts, most: Amounts): string[] {
  return Object.keys(most).filter(
    (counter) => (taken[counter] ?? 0) > headroom(counter, adds, most),
  )
}

/**
 * The highest total at which a counter still has room for the amount that is added. Rounded to 1e-8, because sums of
 * fractions are not exact.
 */
export function headroom(counter: string, adds: Amounts, most: Amounts): number {
  return Math.round(((most[counter] ?? 0) - (adds[counter] ?? 0)) * 1e8) / 1e8
}
