import type { Budget } from '../../../catalog/costs/budget.ts'
import {
  budgetDay,
  budgetShardsOfDay,
  countersOf,
  exceededCounters,
  limitsOf,
} from '../core/budget/counters.ts'
import { expectedCost } from '../core/budget/expected-cost.ts'
import { totalsOf } from '../core/budget/totals-of.ts'
import type { Jobs, ParkedCursor } from '../core/ports/job.ts'
import { type RecoverEntriesDeps, recoverEntries } from './recover-entries.ts'

export type ReleaseParkedDeps = RecoverEntriesDeps & {
  jobs: Pick<Jobs, 'listParked'>
  budget: Budget
  /** Has `start` look at a job again, which then decides whether it runs. */
  lookAgain: (job: string) => Promise<void>
}

/** At most so many jobs are released in one run; the next run continues with the rest. */
const MAX_RELEASED = 5_000

/** A job begins on one day and may end on the next. */
const DAY_MS = 86_400_000

/**
 * Recovers abandoned entries of the budget account, then has every parked job looked at again that fits into the
 * day's budget, the oldest first. Returns how many. The list and the totals may be slightly out of date, because
 * `start` decides whether a job really runs.
 */
export async function releaseParked(deps: ReleaseParkedDeps): Promise<number> {
  const { jobs, budgetAccount, budget, lookAgain, now } = deps
  const today = budgetDay(now())
  const days = [budgetDay(now() - DAY_MS), today]
  for (const shard of days.flatMap((day) => budgetShardsOfDay(day, budget)))
    await recoverEntries(shard, deps)
  const taken = await totalsOf(budgetShardsOfDay(today, budget), budgetAccount)
  let asked = 0
  let after: ParkedCursor | undefined
  do {
    const page = await jobs.listParked(after)
    for (const job of page.jobs) {
      const adds = countersOf(job.recipe.name, expectedCost(job))
      if (exceededCounters(taken, adds, limitsOf(budget, job.recipe.name)).length > 0) continue
      for (const [counter, amount] of Object.entries(adds)) {
        taken[counter] = (taken[counter] ?? 0) + amount
      }
      await lookAgain(job.id)
      asked += 1
      if (asked >= MAX_RELEASED) return asked
    }
    after = page.after
  } while (after)
  return asked
}
