import type { Budget } from '../../../../catalog/costs/budget.ts'
import type { Amounts, BudgetAccount, PendingEntry } from '../ports/budget-account.ts'
import type { Job, Jobs } from '../ports/job.ts'
import {
  budgetDay,
  budgetShardsFor,
  countersOf,
  limitsOf,
  nextOpening,
  shareOf,
} from './counters.ts'
import { expectedCost } from './expected-cost.ts'

export type FundJobDeps = {
  jobs: Pick<Jobs, 'fund' | 'park'>
  budgetAccount: BudgetAccount
  /** Without a budget every job may run. */
  budget?: Budget | undefined
  /** Makes an id that no other call gets. */
  uniqueId: () => string
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * Reserves the most a job may cost in the day's budget and lets it run, or parks it when the budget has no room for it.
 * With `deliberately` it runs in any case, and its cost counts towards the day like any other. Returns the stored job.
 * A pending entry is added to the budget account before the job's record is written, and is committed afterwards. A
 * repeated call finds how far the last one came, so a crash never reserves an amount twice.
 */
export async function fundJob(
  job: Job,
  deps: FundJobDeps,
  { deliberately = false } = {},
): Promise<Job | undefined> {
  const { jobs, budgetAccount, budget = {}, uniqueId, now } = deps
  const day = budgetDay(now())
  const name = `${job.id} ${FUNDING_ENTRY}`
  if (job.funding) {
    await budgetAccount.commitEntry(job.funding.day, name, job.funding.by)
    return job
  }
  const limits = limitsOf(budget, job.recipe.name)
  if (job.status === 'running' && Object.keys(limits).length === 0) return job
  const adds = countersOf(job.recipe.name, expectedCost(job))
  const mine = { by: uniqueId(), at: now(), adds }
  const shards = budgetShardsFor(job.id, day, budget)
  const most = deliberately ? {} : shareOf(limits, shards.length)
  let exceeded: string[] = []
  for (const shard of shards) {
    const entered = await budgetAccount.addEntry(shard, name, mine, most)
    if ('entry' in entered) return await noteFunding(job.id, shard, entered.entry, deps)
    exceeded = entered.exceeded
  }
  const parked = {
    ...parkingReason(exceeded, adds, limits),
    since: new Date(now()).toISOString(),
  }
  return jobs.park(job.id, { ...parked, until: nextOpening(now()) })
}

async function noteFunding(
  id: string,
  day: string,
  entry: PendingEntry,
  { jobs, budgetAccount }: FundJobDeps,
): Promise<Job | undefined> {
  const name = `${id} ${FUNDING_ENTRY}`
  const funded = await jobs.fund(id, { day, by: entry.by, adds: entry.adds })
  if (funded?.funding?.by === entry.by) await budgetAccount.commitEntry(day, name, entry.by)
  else await budgetAccount.rollBackEntry(day, name, entry)
  return funded
}

/** An entry made here is named by the job's id, a space and this word. */
export const FUNDING_ENTRY = 'begins'

/** Names the first limit that is exceeded, and says so when the job does not fit into any day's budget. */
function parkingReason([counter = '']: string[], adds: Amounts, most: Amounts): { reason: string } {
  const [measure, recipe] = counter.split(':')
  const [asked, limit] = [adds[counter]!, most[counter]!]
  const say = (amount: number): string =>
    measure === 'units' ? `${amount} units` : `$${Number(amount.toFixed(6))}`
  const whose = recipe === undefined ? '' : ` for the recipe ${recipe}`
  const budget = `The day’s budget of ${say(limit)}${whose}`
  return {
    reason:
      asked > limit
        ? `${budget} is less than the ${say(asked)} this file may cost: it goes on when it is let.`
        : `${budget} is spent.`,
  }
}
