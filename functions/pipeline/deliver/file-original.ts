import { extname } from 'node:path/posix'
import type { EndJobDeps } from '../core/jobs/end-job.ts'
import type { Job, JobResult } from '../core/ports/job.ts'
import { resultMark } from '../core/ports/objects.ts'
import { resultKey } from '../core/results/result-key.ts'
import { goneFrom } from '../core/sources/require-newest.ts'
import { measureBytes } from './measure-bytes.ts'

/**
 * Files the dropped object of a job among its results, byte for byte: with its metadata, unmarked, under its own
 * ending. Throws as `goneFrom` where it is not there any more.
 */
export async function fileOriginal(
  job: Job,
  { objects, resultsBucket: bucket, resultsPrefix }: EndJobDeps,
): Promise<JobResult> {
  const source = await objects.open(job.source)
  if (!source) throw await goneFrom(job.source, objects)
  const { contentType, body } = source
  const own = extname(job.source.key)
  const ending = /^\.[A-Za-z0-9]{1,16}$/.test(own) ? own : undefined
  const key = resultKey(job, contentType, undefined, resultsPrefix, ending)
  const keepDays = job.recipe.plan?.output.keepDays
  const { stream, measure } = measureBytes(body)
  await objects.write({ bucket, key }, stream, {
    contentType,
    metadata: resultMark(job.id),
    ...(keepDays && { tags: { 'keep-days': String(keepDays) } }),
  })
  return { bucket, key, contentType, ...measure() }
}
