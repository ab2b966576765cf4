import { log } from '../../../log.ts'
import { type SettleJobDeps, settleJob } from '../budget/settle-job.ts'
import type { AnnounceJob } from '../ports/announce-job.ts'
import type { Ending, Job, Jobs } from '../ports/job.ts'
import { type Objects, type RemoveAll, resultMark } from '../ports/objects.ts'
import type { PreparedLocation } from '../ports/prepared.ts'
import { eventOf } from './event-of.ts'
import { receiptKey, receiptOf } from './receipt.ts'

export type EndJobDeps = SettleJobDeps & {
  jobs: Jobs
  objects: Objects
  announce: AnnounceJob
  resultsBucket: string
  /** Key prefix of all results, with a slash at its end. */
  resultsPrefix: string
  preparedPictures: PreparedLocation
  removeAll: RemoveAll
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * Ends a job, writes its receipt and announces its ending. A job that has ended keeps its ending; the receipt and the
 * event always show the stored record. Returns the stored job, or undefined when there is none.
 */
export async function endJob(
  id: string,
  ending: Ending,
  deps: EndJobDeps,
): Promise<Job | undefined> {
  const job = await deps.jobs.finish(id, ending)
  // An ending that another call stored may have been announced by it.
  if (job) await (job.finishedAt === ending.finishedAt ? publishEnding : announceEnding)(job, deps)
  return job
}

/**
 * Enlists an ended job, settles its cost, writes its receipt and announces its ending, in case whoever ended it crashed
 * before. All of it depends on the stored record alone, so a repetition writes the same. A failure is announced only
 * once, because the end of its execution comes here as well. A success comes here only when its last state is
 * retried.
 */
export async function announceEnding(job: Job, deps: EndJobDeps): Promise<void> {
  if (job.status === 'succeeded') await publishEnding(job, deps)
  if (job.status === 'failed' && !(await deps.jobs.wasAnnounced(job.id)))
    await publishEnding(job, deps)
}

async function publishEnding(job: Job, deps: EndJobDeps): Promise<void> {
  await deps.jobs.enlist(job)
  await settleJob(job, deps)
  const receipt = receiptOf(job)
  await deps.objects.write(
    { bucket: deps.resultsBucket, key: receiptKey(job.id, deps.resultsPrefix) },
    Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`),
    { contentType: 'application/json', metadata: resultMark(job.id) },
  )
  await deps.announce(eventOf({ ...job, status: receipt.status }))
  await removePrepared(job, deps)
  if (job.status === 'failed') await deps.jobs.markAnnounced(job.id)
}

/**
 * Deletes what was prepared for a job and restored on its way: nobody reads it any more. A job whose states all ended
 * well has none unless it entered one that makes some. What cannot be deleted now expires by the bucket's lifecycle.
 */
async function removePrepared(
  { id, status, trail }: Job,
  { removeAll, preparedPictures: { bucket, prefix } }: EndJobDeps,
): Promise<void> {
  const makes = trail?.states.some(({ state }) => state === 'Prepare' || state === 'Restore')
  if (status === 'succeeded' && !makes) return
  try {
    await removeAll({ bucket, prefix: `${prefix}${id}/` })
  } catch (error) {
    log.warn('Prepared pictures could not be deleted.', { job: id, error })
  }
}
