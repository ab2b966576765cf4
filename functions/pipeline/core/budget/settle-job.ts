import { FAILURES, type FailureCode } from '../../../../catalog/failures/failures.ts'
import { findFeature } from '../../../../catalog/features/features.ts'
import { unitRange } from '../../../../catalog/tasks/units-of.ts'
import { estimateCost } from '../cost/estimate-cost.ts'
import type { Amounts, BudgetAccount } from '../ports/budget-account.ts'
import type { Job, Jobs } from '../ports/job.ts'
import type { TrailTask } from '../ports/trail.ts'
import { countersOf } from './counters.ts'

export type SettleJobDeps = {
  jobs: Pick<Jobs, 'claimSettlement'>
  budgetAccount: BudgetAccount
  uniqueId: () => string
  /** Epoch milliseconds. */
  now: () => number
}

/** An entry made here is named by the job's id, a space and this word. */
export const SETTLEMENT_ENTRY = 'ends'

/**
 * Replaces the reservation of an ended job with its real cost, once. Where the cost is not known, because a task may
 * still be running at the service, the reservation stays.
 */
export async function settleJob(
  job: Job,
  { jobs, budgetAccount, uniqueId, now }: SettleJobDeps,
): Promise<void> {
  const { funding } = job
  if (!funding || !isCostKnown(job)) return
  const { units, dollars } = estimateCost(job)
  const spent = countersOf(job.recipe.name, { units, dollars: dollars.total })
  const name = `${job.id} ${SETTLEMENT_ENTRY}`
  const mine = { by: uniqueId(), at: now(), adds: {}, settles: less(spent, funding) }
  const entered = await budgetAccount.addEntry(funding.day, name, mine)
  if ('exceeded' in entered) return
  const { entry } = entered
  const settler = await jobs.claimSettlement(job.id, entry.by)
  if (settler === entry.by) {
    await budgetAccount.commitEntry(funding.day, name, entry.by, entry.settles)
  } else await budgetAccount.rollBackEntry(funding.day, name, entry)
}

function less(spent: Amounts, { adds }: { adds: Amounts }): Amounts {
  return Object.fromEntries(
    Object.entries(spent).map(([counter, amount]) => [
      counter,
      Math.round((amount - (adds[counter] ?? 0)) * 1e8) / 1e8,
    ]),
  )
}

/** Failed states after which it is unknown which tasks were created, because no state reported them. */
const UNREPORTED_STATES = ['Execution', 'EachTarget']

function isCostKnown({ failure, recipe, trail }: Job): boolean {
  return (
    !UNREPORTED_STATES.includes(failure?.state ?? '') &&
    (trail?.steps ?? []).every(({ feature, tasks }, at) => {
      const parameters = recipe.plan?.steps[at]?.parameters ?? {}
      return tasks.every((task) => isTaskCostKnown(task, isCountedBySeconds(feature, parameters)))
    })
  )
}

/** A task's cost is known when it ended and has no price by the second, or when it was certainly never created. */
function isTaskCostKnown(
  { status, charge, failure, retries = 0 }: TrailTask,
  bySeconds: boolean,
): boolean {
  if (charge) return true
  if (status !== undefined) return status === 'error' || !bySeconds
  return retries === 0 && NEVER_CREATED.has(failure?.Error as FailureCode)
}

/** Failures after which the first try has certainly created no task. */
const NEVER_CREATED = new Set(
  (Object.keys(FAILURES) as FailureCode[]).filter(
    (code) =>
      FAILURES[code].kind === 'job' && !FAILURES[code].transient && code !== 'CreationUnknown',
  ),
)

function isCountedBySeconds(name: string, parameters: Record<string, unknown>): boolean {
  const feature = findFeature(name)
  const { least = 0, most = 0 } = feature ? unitRange(feature, parameters) : {}
  return least !== most
}
