import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { companionKeys } from '../../../catalog/companions.ts'
import { DEFAULT_TIMEOUT_SECONDS } from '../../../catalog/recipe.ts'
import { setCorrelationId } from '../../log.ts'
import { type FundJobDeps, fundJob } from '../budget/fund-job.ts'
import { eventOf } from '../jobs/event-of.ts'
import type { AnnounceJob } from '../ports/announce-job.ts'
import type { Companions } from '../ports/companions.ts'
import type { Job, Jobs } from '../ports/job.ts'
import type { Objects } from '../ports/objects.ts'

export type RunJobDeps = FundJobDeps & {
  jobs: Jobs
  objects: Objects
  companions: Companions
  sfn: Pick<SFNClient, 'send'>
  stateMachineArn: string
  announce: AnnounceJob
}

/** `deliberately`: somebody lets it run whatever the budget says. */
export type RunOptions = { deliberately: boolean }

export type RunOutcome = 'started' | 'duplicate' | 'waiting' | 'parked'

/**
 * Starts the execution of a job, once whatever it needs beside the dropped file has arrived and the day's budget has
 * room for it. While something is missing it looks again when that arrives, and when the time the recipe gives it is
 * over; then the workflow itself states what is missing. What the budget has no room for is parked, and that is told.
 * The job is given as it stands, undefined where there is none.
 */
export async function runJob(
  job: Job | undefined,
  deps: RunJobDeps,
  how?: RunOptions,
): Promise<RunOutcome> {
  setCorrelationId(job?.id)
  if (job?.status !== 'running' && job?.status !== 'parked') return 'duplicate'
  const seconds = await companionWaitSeconds(job, deps)
  if (seconds > 0) {
    await deps.companions.lookAgain(job.id, seconds)
    return 'waiting'
  }
  // What is refused from the start asks the service for nothing.
  const standing = job.refusal ? job : await fundJob(job, deps, how)
  if (standing?.status === 'running') return startExecution(standing, deps)
  if (standing?.status !== 'parked') return 'duplicate'
  await announceParked(standing, deps)
  return 'parked'
}

/** Told once for each job, unless whoever parked it died before. */
async function announceParked(job: Job, { jobs, announce }: RunJobDeps): Promise<void> {
  const told = `${job.id} parked`
  if (!job.parked || (await jobs.wasAnnounced(told))) return
  await announce(eventOf({ ...job, status: 'parked' }))
  await jobs.markAnnounced(told)
}

/** Zero when everything is there or the time is over. */
async function companionWaitSeconds(job: Job, deps: RunJobDeps): Promise<number> {
  const { plan } = job.recipe
  if (!plan || job.refusal) return 0
  const { bucket, key: source } = job.source
  const needed = companionKeys(plan, source).map((key) => ({ bucket, key }))
  if (needed.length === 0) return 0
  // Said before it is looked for: whoever comes second, the file or this, sees the other.
  await Promise.all(needed.map((object) => deps.companions.expect(object, job.id)))
  const found = await Promise.all(needed.map((object) => deps.objects.head(object)))
  if (found.every(Boolean)) return 0
  const until = Date.parse(job.createdAt) + plan.companionSeconds * 1000
  return Math.max(0, Math.ceil((until - deps.now()) / 1000))
}

async function startExecution(
  { id, recipe, attempt }: Job,
  { sfn, stateMachineArn }: RunJobDeps,
): Promise<'started' | 'duplicate'> {
  // From the record, not from this delivery: two deliveries must start the very same execution.
  const timeoutSeconds = recipe.plan?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS
  const input = { job: id, timeoutSeconds, attempt }
  try {
    await sfn.send(
      new StartExecutionCommand({ stateMachineArn, name: id, input: JSON.stringify(input) }),
    )
    return 'started'
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return 'duplicate'
    throw error
  }
}
