import { type SettleJobDeps, settleJob } from '../budget/settle-job.ts'
import type { AnnounceJob } from '../ports/announce-job.ts'
import type { Ending, Job, Jobs } from '../ports/job.ts'
import { type Objects, resultMark } from '../ports/objects.ts'
import { eventOf } from './event-of.ts'
import { receiptKey, receiptOf } from './receipt.ts'

export type EndJobDeps = SettleJobDeps & {
  jobs: Jobs
  objects: Objects
  announce: AnnounceJob
  resultsBucket: string
  /** The first part of the results' keys, with a slash at its end. */
  resultsPrefix: string
  now: () => number
}

/**
 * Ends a job, files its receipt and tells whoever listens. A job that had ended keeps its ending; in any case what the
 * record says is what is filed and told. Gives the record, or undefined when there is none.
 */
export async function endJob(
  id: string,
  ending: Ending,
  deps: EndJobDeps,
): Promise<Job | undefined> {
  const job = await deps.jobs.finish(id, ending)
  // Another ending than this one may have been told by whoever brought it about.
  if (job) await (job.finishedAt === ending.finishedAt ? publishEnding : announceEnding)(job, deps)
  return job
}

/**
 * Settles what an ended job cost, files and tells its ending: whoever ended it may have died before. What it writes
 * depends only on the record, so that doing it twice changes nothing. A failure that was told is not told again, because
 * its execution's end is heard as well; a success is asked about only where its last state is tried again.
 */
export async function announceEnding(job: Job, deps: EndJobDeps): Promise<void> {
  if (job.status === 'succeeded') await publishEnding(job, deps)
  if (job.status === 'failed' && !(await deps.jobs.wasAnnounced(job.id)))
    await publishEnding(job, deps)
}

async function publishEnding(job: Job, deps: EndJobDeps): Promise<void> {
  await settleJob(job, deps)
  const receipt = receiptOf(job)
  await deps.objects.write(
    { bucket: deps.resultsBucket, key: receiptKey(job.id, deps.resultsPrefix) },
    Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`),
    { contentType: 'application/json', metadata: resultMark(job.id) },
  )
  await deps.announce(eventOf({ ...job, status: receipt.status }))
  if (job.status === 'failed') await deps.jobs.markAnnounced(job.id)
}
