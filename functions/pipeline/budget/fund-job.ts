import type { Budget } from '../../../catalog/budget.ts'
import type { Amounts, BudgetAccount } from '../ports/budget-account.ts'
import type { Job, Jobs } from '../ports/job.ts'
import { budgetDay, countersOf, limitsOf, nextOpening } from './counters.ts'
import { expectedCost } from './expected-cost.ts'

export type FundJobDeps = {
  jobs: Pick<Jobs, 'fund' | 'park'>
  budgetAccount: BudgetAccount
  /** Without it every job may run. */
  budget?: Budget | undefined
  /** A text nobody else has. */
  uniqueId: () => string
  now: () => number
}

/**
 * Sets the most a job may cost aside in the day's budget and lets it run, or parks it when that is more than is left.
 * `deliberately`, somebody lets it run all the same; it counts towards the day like any other. Gives the job as it
 * stands then. The amount is entered in the day's budgetAccount before the record says so, and the entry goes after: whoever
 * repeats this finds how far it came, so no crash sets anything aside twice.
 */
export async function fundJob(
  job: Job,
  deps: FundJobDeps,
  { deliberately = false } = {},
): Promise<Job | undefined> {
  const { jobs, budgetAccount, budget = {}, uniqueId, now } = deps
  const day = budgetDay(now())
  if (job.funding) {
    await budgetAccount.commitEntry(job.funding.day, fundingEntryName(job), job.funding.by)
    return job
  }
  const limits = limitsOf(budget, job.recipe.name)
  if (job.status === 'running' && Object.keys(limits).length === 0) return job
  const adds = countersOf(job.recipe.name, expectedCost(job))
  const most = deliberately ? {} : limits
  const entered = await budgetAccount.addEntry(
    day,
    fundingEntryName(job),
    { by: uniqueId(), at: now(), adds },
    most,
  )
  if ('spent' in entered) {
    const parked = {
      ...parkingReason(entered.spent, adds, limits),
      since: new Date(now()).toISOString(),
    }
    return jobs.park(job.id, { ...parked, until: nextOpening(now()) })
  }
  const { entry } = entered
  const funded = await jobs.fund(job.id, { day, by: entry.by, adds: entry.adds })
  if (funded?.funding?.by === entry.by)
    await budgetAccount.commitEntry(day, fundingEntryName(job), entry.by)
  else await budgetAccount.rollBackEntry(day, fundingEntryName(job), entry)
  return funded
}

/** Ends the names of entries made here, each after the job's id and a space. */
export const FUNDING_ENTRY = 'begins'

function fundingEntryName({ id }: Job): string {
  return `${id} ${FUNDING_ENTRY}`
}

/** Names the first ceiling that was met, and says so when no day's budget is enough. */
function parkingReason([counter = '']: string[], adds: Amounts, most: Amounts): { reason: string } {
  const [measure = '', recipe] = counter.split(':')
  const say = (amount = 0): string =>
    measure === 'units' ? `${amount} units` : `$${Number(amount.toFixed(6))}`
  const whose = recipe === undefined ? '' : ` for the recipe ${recipe}`
  const budget = `The day’s budget of ${say(most[counter])}${whose}`
  return {
    reason:
      (adds[counter] ?? 0) > (most[counter] ?? 0)
        ? `${budget} is less than the ${say(adds[counter])} this file may cost: it goes on when it is let.`
        : `${budget} is spent.`,
  }
}
