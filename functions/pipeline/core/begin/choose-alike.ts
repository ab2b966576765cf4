import type { Job, Jobs, Source } from '../ports/job.ts'
import { ETAG } from '../ports/objects.ts'
import { isNewer } from '../sources/sequencer.ts'
import { isWrite, nextAlike, writtenAt } from '../sources/write-version.ts'
import { executionName } from './execution-name.ts'

/**
 * The source as its job under a recipe knows it. Only writes of the same bytes and metadata within one second need
 * this: S3 cannot tell them apart, and each has a job. A job of an earlier release that was for this write stays the
 * one that is for it.
 */
export async function chooseAlike(
  source: Source,
  recipe: string,
  jobs: Pick<Jobs, 'get'>,
): Promise<Source> {
  if (!isWrite(source.version)) return source
  const former = await formerSource(source, recipe, jobs)
  if (former) return former
  for (let alike = source; ; alike = nextAlike(alike)) {
    const job = await jobs.get(executionName(alike, recipe))
    if (!job || !isOfEarlier(job, source)) return alike
  }
}

/**
 * Whether a job is for an earlier write that is like this one: its event was earlier, or it ended because it found
 * another write in place, which has been replaced by this one.
 */
export function isOfEarlier({ source, failure, refusal }: Job, write: Source): boolean {
  if (!isWrite(write.version)) return false
  if (write.sequencer !== undefined && source.sequencer !== undefined) {
    return isNewer(write.sequencer, source.sequencer)
  }
  return (failure ?? refusal)?.code === 'Superseded'
}

/** The source of a job that an earlier release began for this write, by its ETag alone, unless that failed. */
async function formerSource(
  source: Source,
  recipe: string,
  jobs: Pick<Jobs, 'get'>,
): Promise<Source | undefined> {
  const former = await Promise.all(
    ['null', `${ETAG}${source.etag}`].map((version) =>
      jobs.get(executionName({ ...source, version }, recipe)),
    ),
  )
  return former.find(
    (job) =>
      job &&
      job.status !== 'failed' &&
      job.source.etag === source.etag &&
      Date.parse(job.createdAt) >= writtenAt(source.version),
  )?.source
}
