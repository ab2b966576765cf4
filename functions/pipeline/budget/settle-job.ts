import { FAILURES, type FailureCode } from '../../../catalog/failures.ts'
import { findFeature } from '../../../catalog/features.ts'
import { unitRange } from '../../../catalog/units-of.ts'
import { estimateCost } from '../cost/estimate-cost.ts'
import type { Amounts, BudgetAccount } from '../ports/budget-account.ts'
import type { Job, Jobs } from '../ports/job.ts'
import type { TrailTask } from '../ports/trail.ts'
import { countersOf } from './counters.ts'

export type SettleJobDeps = {
  jobs: Pick<Jobs, 'claimSettlement'>
  budgetAccount: BudgetAccount
  uniqueId: () => string
  now: () => number
}

/** Ends the names of entries made here, each after the job's id and a space. */
export const SETTLEMENT_ENTRY = 'ends'

/**
 * Puts what an ended job really cost in the place of what was set aside for it, once. Where nobody can know what it
 * cost, because a task may still come to an end somewhere, what was set aside stays.
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
  const mine = { by: uniqueId(), at: now(), adds: less(spent, funding) }
  const entered = await budgetAccount.addEntry(funding.day, name, mine)
  if ('spent' in entered) return
  const { entry } = entered
  const settler = await jobs.claimSettlement(job.id, entry.by)
  if (settler === entry.by) await budgetAccount.commitEntry(funding.day, name, entry.by)
  else await budgetAccount.rollBackEntry(funding.day, name, entry)
}

function less(spent: Amounts, { adds }: { adds: Amounts }): Amounts {
  return Object.fromEntries(
    Object.entries(spent).map(([counter, amount]) => [
      counter,
      Math.round((amount - (adds[counter] ?? 0)) * 1e8) / 1e8,
    ]),
  )
}

/** Where an execution ended without the states' own word, nobody knows which tasks it had made. */
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

/** Whether it is known what the task cost: it ended, and not by an unknown length, or it was certainly never made. */
function isTaskCostKnown(
  { status, charge, failure, retries = 0 }: TrailTask,
  bySeconds: boolean,
): boolean {
  if (charge) return true
  if (status !== undefined) return status === 'error' || !bySeconds
  return retries === 0 && NEVER_CREATED.has(failure?.Error as FailureCode)
}

/** What a first try ends in without having made a task. */
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
