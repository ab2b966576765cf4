import { createHash } from 'node:crypto'
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

/**
 * A day has so many shards where every limit of its budget is large, and else one: each is one item of the database,
 * which bears some 150 files a second, and has an equal share of every limit. What is left of a share that no file fits
 * into is less than a file costs.
 */
const LARGE_SHARDS = 8
/** With less a share would be so small that what is left of it counted: a thousand units, ten dollars. */
const LARGE = { units: 8_000, dollars: 80 }

/** How many shards a day of this budget has. */
function shardCount({ recipes = {}, ...whole }: Budget): number {
  const isLarge = [whole, ...Object.values(recipes)].every(
    ({ units = LARGE.units, dollars = LARGE.dollars }) =>
      units >= LARGE.units && dollars >= LARGE.dollars,
  )
  return isLarge ? LARGE_SHARDS : 1
}

/** The names of a day's shards, the first one that of the day itself. With a budget those that it has, else all. */
export function budgetShardsOfDay(day: string, budget?: Budget): string[] {
  const count = budget ? shardCount(budget) : LARGE_SHARDS
  return Array.from({ length: count }, (_, nth) => (nth === 0 ? day : `${day}#${nth}`))
}

/** The shards of a day in the order in which a job looks for room: its own first, which its id chooses. */
export function budgetShardsFor(job: string, day: string, budget: Budget): string[] {
  const shards = budgetShardsOfDay(day, budget)
  const own = createHash('sha256').update(job).digest().readUInt8() % shards.length
  return [...shards.slice(own), ...shards.slice(0, own)]
}

/** The limits of one of so many shards. */
export function shareOf(limits: Amounts, shards: number): Amounts {
  return Object.fromEntries(
    Object.entries(limits).map(([counter, amount]) => [counter, amount / shards]),
  )
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
