import { setTimeout as pause } from 'node:timers/promises'
import { headVersion } from '../../pipeline/core/adapters/s3-version.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import { isAlike, isWrite } from '../../pipeline/core/sources/write-version.ts'
import { readJob } from '../jobs/read-job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** A dropped object whose job is to begin, and the recipe. */
export type Dropped = { bucket: string; key: string; version: string; recipe: string }

/** Milliseconds within which whoever has read an object writes its job's record. */
const BEGIN_MS = 5_000

/**
 * The record, as a failed one, of a job that nobody can begin any more: its object was overwritten or deleted before
 * anybody had looked at it, in a bucket that keeps no versions. Undefined where the object is still there, or has a
 * version of its own; the job's own record where it has one by now.
 * @param patience milliseconds after which that record is looked for
 */
export async function replacedDrop(
  clients: Pick<PipelineClients, 's3' | 'db' | 'at'>,
  id: string,
  { recipe, ...dropped }: Dropped,
  patience: number = BEGIN_MS,
): Promise<Job | undefined> {
  const { bucket, key, version } = dropped
  if (!isWrite(version)) return undefined
  const found = await headVersion(clients.s3, { bucket, key })
  if (found && isAlike(found.version, version)) return undefined
  await pause(patience)
  const begun = await readJob(clients, id)
  if (begun) return begun
  const at = new Date().toISOString()
  const lost = `before its job began, and ${bucket} keeps no versions: nothing is left of it`
  const failure = found
    ? ({
        code: 'Superseded',
        message: `It was overwritten ${lost}. What lies there now has a job of its own.`,
      } as const)
    : ({ code: 'SourceGone', message: `It was deleted ${lost}.` } as const)
  return {
    id,
    status: 'failed',
    attempt: 0,
    createdAt: at,
    finishedAt: at,
    source: { ...dropped, size: 0 },
    recipe: { name: recipe },
    failure: { ...failure, state: 'Start', retryable: false },
  }
}
