import { HeadObjectCommand, type HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { outcomeOf } from '../../../catalog/failures/outcome-of.ts'
import { factsOf, unlessGone } from '../../pipeline/core/adapters/s3-version.ts'
import { chooseAlike } from '../../pipeline/core/begin/choose-alike.ts'
import { executionName } from '../../pipeline/core/begin/execution-name.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import { readJob } from '../jobs/read-job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** User metadata of a dropped object: the SHA-256 of its bytes in hex, which S3 has of no upload in parts. */
export const SHA256_METADATA = 'darkroom-sha256'

/** What became of a file that was dropped before with the same bytes under the same recipe. */
export type Earlier = { job: string; state: 'done' | 'going' | 'refused' | 'failed' }

/** The file that is about to be dropped: where, its SHA-256 in hex, and the recipe with that of its text. */
export type Asked = { key: string; sha256: string; recipe: { name: string; sha256: string } }

/** A drop is taken in within seconds; after so many milliseconds without a record it is dropped again. */
const TAKEN_IN_MS = 600_000

/**
 * The job of a file that lies under its key already, with the same bytes, and was worked on under the recipe as it is
 * now. It is found by one HEAD and the job's id, from any machine. Undefined where the file is to be dropped.
 */
export async function findEarlier(
  { key, sha256, recipe }: Asked,
  clients: Pick<PipelineClients, 's3' | 'db' | 'at'>,
  now: number = Date.now(),
): Promise<Earlier | undefined> {
  const bucket = clients.at.dropBucket
  const found = await unlessGone({ bucket, key }, () =>
    clients.s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' })),
  )
  if (!found || hashOf(found) !== sha256) return undefined
  const { version, size, etag } = factsOf(found)
  const get = (id: string) => readJob(clients, id)
  const source = await chooseAlike({ bucket, key, version, size, etag }, recipe.name, { get })
  const first = executionName(source, recipe.name)
  let job = await get(first)
  if (!job) {
    const isNew = now - (found.LastModified?.getTime() ?? 0) < TAKEN_IN_MS
    return isNew ? { job: first, state: 'going' } : undefined
  }
  for (let attempt = 1; job.status === 'failed'; attempt += 1) {
    const next = await get(executionName(source, recipe.name, attempt))
    if (!next) break
    job = next
  }
  if (job.recipe.sha256 !== recipe.sha256 || job.recipe.overrides !== undefined) return undefined
  return { job: job.id, state: stateOf(job) }
}

function stateOf(job: Job): Earlier['state'] {
  const outcome = outcomeOf(job)
  if (outcome === 'running' || outcome === 'parked') return 'going'
  return outcome === 'succeeded' ? 'done' : outcome
}

/** What S3 has of the whole object, or what was written beside it. */
function hashOf({
  ChecksumSHA256: hash,
  ChecksumType: type,
  Metadata = {},
}: Pick<HeadObjectCommandOutput, 'ChecksumSHA256' | 'ChecksumType' | 'Metadata'>):
  | string
  | undefined {
  return hash !== undefined && type === 'FULL_OBJECT'
    ? Buffer.from(hash, 'base64').toString('hex')
    : Metadata[SHA256_METADATA]
}
