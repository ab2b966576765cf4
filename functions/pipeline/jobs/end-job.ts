import { type SettleJobDeps, settleJob } from '../budget/settle-job.ts'
import { receiptKey, receiptOf } from '../deliver/receipt.ts'
import type { Objects } from '../objects/objects.ts'
import type { AnnounceJob } from './announce-job.ts'
import { eventOf } from './event-of.ts'
import type { Ending, Job, Jobs } from './job.ts'

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
export const endJob = async (
  id: string,
  ending: Ending,
  deps: EndJobDeps,
): Promise<Job | undefined> => {
  const job = await deps.jobs.finish(id, ending)
  // Another ending than this one may have been told by whoever brought it about.
  if (job) await (job.finishedAt === ending.finishedAt ? tell : tellEnding)(job, deps)
  return job
}

/**
 * Settles what an ended job cost, files and tells its ending: whoever ended it may have died before. What it writes
 * depends only on the record, so that doing it twice changes nothing. A failure that was told is not told again, because
 * its execution's end is heard as well; a success is asked about only where its last state is tried again.
 */
export const tellEnding = async (job: Job, deps: EndJobDeps): Promise<void> => {
  if (job.status === 'succeeded') await tell(job, deps)
  if (job.status === 'failed' && !(await deps.jobs.wasTold(job.id))) await tell(job, deps)
}

const tell = async (job: Job, deps: EndJobDeps): Promise<void> => {
  await settleJob(job, deps)
  const receipt = receiptOf(job)
  await deps.objects.write(
    { bucket: deps.resultsBucket, key: receiptKey(job.id, deps.resultsPrefix) },
    Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`),
    { contentType: 'application/json', metadata: resultMark(job.id) },
  )
  await deps.announce(eventOf({ ...job, status: receipt.status }))
  if (job.status === 'failed') await deps.jobs.noteTold(job.id)
}

/** The metadata that says an object was made by a job, so that it can never begin another. */
export const resultMark = (job: string): Record<string, string> => ({ [RESULT_MARK]: job })

/** The name of that metadata. */
export const RESULT_MARK = 'darkroom-job'
