import type { Budget, Ceilings } from '../../../catalog/budget.ts'
import type { Job, Jobs } from '../jobs/job.ts'
import type { Amounts, BudgetBook } from './budget-book.ts'
import { budgetDay, nextOpening } from './budget-day.ts'
import { type ExpectedCost, expectedCost } from './expected-cost.ts'

export type FundJobDeps = {
  jobs: Pick<Jobs, 'fund' | 'park'>
  book: BudgetBook
  /** Without it every job may run. */
  budget?: Budget | undefined
  /** A text nobody else has. */
  unique: () => string
  now: () => number
}

/**
 * Sets the most a job may cost aside in the day's budget and lets it run, or parks it when that is more than is left.
 * `deliberately`, somebody lets it run all the same; it counts towards the day like any other. Gives the job as it
 * stands then. The amount is entered in the day's book before the record says so, and the entry goes after: whoever
 * repeats this finds how far it came, so no crash sets anything aside twice.
 */
export const fundJob = async (
  job: Job,
  deps: FundJobDeps,
  { deliberately = false } = {},
): Promise<Job | undefined> => {
  const { jobs, book, budget = {}, unique, now } = deps
  const day = budgetDay(now())
  if (job.funding) {
    await book.keep(job.funding.day, entryOf(job), job.funding.by)
    return job
  }
  const limits = limitsOf(budget, job.recipe.name)
  if (job.status === 'running' && Object.keys(limits).length === 0) return job
  const adds = countersOf(job.recipe.name, expectedCost(job))
  const most = deliberately ? {} : limits
  const entered = await book.enter(day, entryOf(job), { by: unique(), at: now(), adds }, most)
  if ('spent' in entered) {
    const parked = {
      ...whyParked(entered.spent, adds, limits),
      since: new Date(now()).toISOString(),
    }
    return jobs.park(job.id, { ...parked, until: nextOpening(now()) })
  }
  const { entry } = entered
  const funded = await jobs.fund(job.id, { day, by: entry.by, adds: entry.adds })
  if (funded?.funding?.by === entry.by) await book.keep(day, entryOf(job), entry.by)
  else await book.undo(day, entryOf(job), entry)
  return funded
}

/** Ends the names of entries made here, each after the job's id and a space. */
export const BEGINS = 'begins'

/** The amounts of a job by the counters they count towards: the pipeline's, and its recipe's. */
export const countersOf = (recipe: string, { units, dollars }: ExpectedCost): Amounts => ({
  ...{ units, dollars },
  ...{ [`units:${recipe}`]: units, [`dollars:${recipe}`]: dollars },
})

/** What each counter may stand at, at most, where the budget says so. */
export const limitsOf = (budget: Budget, recipe: string): Amounts => ({
  ...limits(budget),
  ...limits(budget.recipes?.[recipe] ?? {}, `:${recipe}`),
})

const limits = ({ units, dollars }: Ceilings, of = ''): Amounts => ({
  ...(units !== undefined && { [`units${of}`]: units }),
  ...(dollars !== undefined && { [`dollars${of}`]: dollars }),
})

const entryOf = ({ id }: Job): string => `${id} ${BEGINS}`

/** Names the first ceiling that was met, and says so when no day's budget is enough. */
const whyParked = ([counter = '']: string[], adds: Amounts, most: Amounts): { reason: string } => {
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
