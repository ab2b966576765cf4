import { companionKeys } from '../../../../catalog/recipe/companions.ts'
import { DEFAULT_TIMEOUT_SECONDS } from '../../../../catalog/recipe/shape/recipe.ts'
import { WAIT_SECONDS } from '../../../../catalog/tasks/task-times.ts'
import { setCorrelationId } from '../../../log.ts'
import type { StartExecution } from '../../../start-execution.ts'
import { type FundJobDeps, fundJob } from '../budget/fund-job.ts'
import { eventOf } from '../jobs/event-of.ts'
import type { AnnounceJob } from '../ports/announce-job.ts'
import type { Companions } from '../ports/companions.ts'
import type { Job, Jobs } from '../ports/job.ts'
import type { ReadObjects } from '../ports/objects.ts'
import type { Turns } from '../ports/turns.ts'
import { isPastLook, waitForTurn } from '../waiting/wait-for-turn.ts'

export type RunJobDeps = FundJobDeps & {
  jobs: Jobs
  objects: ReadObjects
  companions: Companions
  startExecution: StartExecution
  announce: AnnounceJob
  /** The line of dropped files. @default every file begins at once */
  turns?: Turns | undefined
  /** From 0 to below 1. */
  random?: (() => number) | undefined
}

export type RunOptions = {
  /** The job runs whatever the budget says. */
  deliberately?: boolean
  /** The job stands in line, and this is the number of the look at it. */
  look?: number | undefined
}

export type RunOutcome = 'started' | 'duplicate' | 'waiting' | 'parked'

/**
 * Starts the execution of a job once all its companions have arrived, it is the job's turn and the day's budget has
 * room for it. While a
 * companion is missing, the job waits: it is looked at again when the companion arrives and when the recipe's time
 * for it is over. After that time the execution starts all the same and fails with the missing file. A job that does
 * not fit into the budget is parked and announced. `job` is the stored job. Returns `duplicate` where there is
 * nothing to do, because the job does not exist, has ended or was started before.
 */
export async function runJob(
  job: Job | undefined,
  deps: RunJobDeps,
  how: RunOptions = {},
): Promise<RunOutcome> {
  setCorrelationId(job?.id)
  const { turns } = deps
  if (!job || !turns || how.look === undefined) {
    const outcome = await runUnlessInLine(job, deps, how)
    return outcome === 'inLine' ? 'waiting' : outcome
  }
  if (await isPastLook(job.id, how.look, turns)) return 'duplicate'
  const outcome = await runUnlessInLine(job, deps, how)
  if (outcome === 'inLine') return 'waiting'
  // One that waits for a companion or the budget comes by another message, and may have to wait for a turn again.
  if (outcome === 'waiting' || outcome === 'parked') await turns.stepOut(job.id, how.look)
  else await turns.leave(job.id)
  return outcome
}

async function runUnlessInLine(
  job: Job | undefined,
  deps: RunJobDeps,
  how: RunOptions,
): Promise<RunOutcome | 'inLine'> {
  if (job?.status !== 'running' && job?.status !== 'parked') return 'duplicate'
  const seconds = await companionWaitSeconds(job, deps)
  if (seconds > 0) {
    await deps.companions.lookAgain(job.id, seconds)
    return 'waiting'
  }
  if (await mustWait(job, deps, how)) return 'inLine'
  // A refused job creates no tasks, so it needs no funding.
  const stored = job.refusal ? job : await fundJob(job, deps, how)
  if (stored?.status === 'running') return execute(stored, deps)
  if (stored?.status !== 'parked') return 'duplicate'
  await announceParked(stored, deps)
  return 'parked'
}

/** A batch bounds its own files, and a refused job creates no tasks. */
async function mustWait(
  job: Job,
  { turns, random, now }: RunJobDeps,
  { deliberately, look }: RunOptions,
): Promise<boolean> {
  if (!turns || deliberately || job.batched || job.refusal) return false
  return await waitForTurn(job, look, { turns, random, now })
}

/** Announces a parked job once, even if a crash separates the parking from the announcement. */
async function announceParked(job: Job, { jobs, announce }: RunJobDeps): Promise<void> {
  const event = `${job.id} parked`
  if (!job.parked || (await jobs.wasAnnounced(event))) return
  await announce(eventOf({ ...job, status: 'parked' }))
  await jobs.markAnnounced(event)
}

/** Seconds to wait for companions: 0 when all are there or the time for them is over. */
async function companionWaitSeconds(job: Job, deps: RunJobDeps): Promise<number> {
  const { plan } = job.recipe
  if (!plan || job.refusal) return 0
  const { bucket, key: source } = job.source
  const needed = companionKeys(plan, source).map((key) => ({ bucket, key }))
  if (needed.length === 0) return 0
  // Recorded before the check, so that of a companion's arrival and this check the later one always sees the other.
  await Promise.all(needed.map((object) => deps.companions.expect(object, job.id)))
  const found = await Promise.all(needed.map((object) => deps.objects.head(object)))
  if (found.every(Boolean)) return 0
  const until = Date.parse(job.createdAt) + plan.companionSeconds * 1000
  return Math.max(0, Math.ceil((until - deps.now()) / 1000))
}

function execute(
  { id, recipe, attempt }: Job,
  { startExecution }: RunJobDeps,
): Promise<RunOutcome> {
  // From the record and not from the message, because repeated messages must start the very same execution.
  const timeoutSeconds = recipe.plan?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS
  return startExecution(id, { job: id, timeoutSeconds, waitSeconds: WAIT_SECONDS, attempt })
}
