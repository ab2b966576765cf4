import { FAILURES, type FailureCode } from '../../../catalog/failures.ts'
import { featureNamed } from '../../../catalog/features.ts'
import { unitRange } from '../../../catalog/units-of.ts'
import { estimateCost } from '../cost/estimate-cost.ts'
import type { Job, Jobs } from '../jobs/job.ts'
import type { TrailTask } from '../jobs/trail.ts'
import type { Amounts, BudgetBook } from './budget-book.ts'
import { countersOf } from './fund-job.ts'

export type SettleJobDeps = {
  jobs: Pick<Jobs, 'settle'>
  book: BudgetBook
  unique: () => string
  now: () => number
}

/** Ends the names of entries made here, each after the job's id and a space. */
export const ENDS = 'ends'

/**
 * Puts what an ended job really cost in the place of what was set aside for it, once. Where nobody can know what it
 * cost, because a task may still come to an end somewhere, what was set aside stays.
 */
export const settleJob = async (
  job: Job,
  { jobs, book, unique, now }: SettleJobDeps,
): Promise<void> => {
  const { funding } = job
  if (!funding || !isKnown(job)) return
  const { units, dollars } = estimateCost(job)
  const spent = countersOf(job.recipe.name, { units, dollars: dollars.total })
  const name = `${job.id} ${ENDS}`
  const mine = { by: unique(), at: now(), adds: less(spent, funding) }
  const entered = await book.enter(funding.day, name, mine)
  if ('spent' in entered) return
  const { entry } = entered
  const settler = await jobs.settle(job.id, entry.by)
  if (settler === entry.by) await book.keep(funding.day, name, entry.by)
  else await book.undo(funding.day, name, entry)
}

const less = (spent: Amounts, { adds }: { adds: Amounts }): Amounts =>
  Object.fromEntries(
    Object.entries(spent).map(([counter, amount]) => [
      counter,
      Math.round((amount - (adds[counter] ?? 0)) * 1e8) / 1e8,
    ]),
  )

/** Where an execution ended without the states' own word, nobody knows which tasks it had made. */
const WORDLESS = ['Execution', 'EachTarget']

const isKnown = ({ failure, recipe, trail }: Job): boolean =>
  !WORDLESS.includes(failure?.state ?? '') &&
  (trail?.steps ?? []).every(({ feature, tasks }, at) => {
    const parameters = recipe.plan?.steps[at]?.parameters ?? {}
    return tasks.every((task) => hasEnded(task, isCountedBySeconds(feature, parameters)))
  })

/** Whether it is known what the task cost: it ended, and not by an unknown length, or it was certainly never made. */
const hasEnded = (
  { status, charge, failure, retries = 0 }: TrailTask,
  bySeconds: boolean,
): boolean => {
  if (charge) return true
  if (status !== undefined) return status === 'error' || !bySeconds
  return retries === 0 && CERTAIN.has(failure?.Error as FailureCode)
}

/** What a first try ends in without having made a task. */
const CERTAIN = new Set(
  (Object.keys(FAILURES) as FailureCode[]).filter(
    (code) =>
      FAILURES[code].kind === 'job' && !FAILURES[code].passing && code !== 'CreationUnknown',
  ),
)

const isCountedBySeconds = (name: string, parameters: Record<string, unknown>): boolean => {
  const feature = featureNamed(name)
  const { least = 0, most = 0 } = feature ? unitRange(feature, parameters) : {}
  return least !== most
}
