import { HeadObjectCommand, type HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { outcomeOf } from '../../../catalog/failures/outcome-of.ts'
import { factsOf, unlessGone } from '../../pipeline/core/adapters/s3-version.ts'
import { chooseAlike } from '../../pipeline/core/begin/choose-alike.ts'
import { executionName } from '../../pipeline/core/begin/execution-name.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import { readJob } from '../jobs/read-job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** What became of a file that was dropped before with the same bytes under the same recipe. */
export type Earlier = { job: string; state: 'done' | 'going' | 'refused' | 'failed' }

/** A file that is about to be dropped: where, how it is known again, and the recipe with the SHA-256 of its text. */
export type KeyQuestion = {
  key: string
  isSame: (there: HeadObjectCommandOutput) => boolean
  recipe: { name: string; sha256: string }
}

/** What lies under a key. */
export type KeyLook = {
  /** The job of the same file. */
  earlier?: Earlier
  /** The job of another one, which still runs. */
  superseded?: string
}

/** A drop is taken in within seconds; after so many milliseconds without a record it is dropped again. */
const TAKEN_IN_MS = 600_000

/**
 * Looks whether a file lies under its key already and was worked on under the recipe as it is now, or whether another
 * one does whose job still runs. It is found by one HEAD and the job's id, from any machine.
 */
export async function lookAtKey(
  { key, isSame, recipe }: KeyQuestion,
  clients: Pick<PipelineClients, 's3' | 'db' | 'at'>,
  now: number = Date.now(),
): Promise<KeyLook> {
  const bucket = clients.at.dropBucket
  const found = await unlessGone({ bucket, key }, () =>
    clients.s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' })),
  )
  if (!found) return {}
  const { version, size, etag } = factsOf(found)
  const get = (id: string) => readJob(clients, id)
  const source = await chooseAlike({ bucket, key, version, size, etag }, recipe.name, { get })
  const first = executionName(source, recipe.name)
  let job = await get(first)
  const same = isSame(found)
  if (!job) {
    const isNew = now - (found.LastModified?.getTime() ?? 0) < TAKEN_IN_MS
    return same && isNew ? { earlier: { job: first, state: 'going' } } : {}
  }
  if (!same) return isOpen(job) ? { superseded: first } : {}
  for (let attempt = 1; job.status === 'failed'; attempt += 1) {
    const next = await get(executionName(source, recipe.name, attempt))
    if (!next) break
    job = next
  }
  const changed = job.recipe.sha256 !== recipe.sha256 || job.recipe.overrides !== undefined
  if (!changed) return { earlier: { job: job.id, state: stateOf(job) } }
  return isOpen(job) ? { superseded: job.id } : {}
}

function isOpen({ status }: Job): boolean {
  return status === 'running' || status === 'parked'
}

function stateOf(job: Job): Earlier['state'] {
  const outcome = outcomeOf(job)
  if (outcome === 'running' || outcome === 'parked') return 'going'
  return outcome === 'succeeded' ? 'done' : outcome
}
