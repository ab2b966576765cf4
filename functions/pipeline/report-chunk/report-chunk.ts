import { isRefusal } from '../../../catalog/failures/is-refusal.ts'
import { batchKeys } from '../core/batches/batch-names.ts'
import { tooManyFailures } from '../core/batches/too-many-failures.ts'
import {
  type Batches,
  type BatchItem,
  type Counts,
  type ItemResult,
  NO_COUNTS,
  type WorkedItem,
} from '../core/ports/batch.ts'
import type { BatchObjects } from '../core/ports/batch-objects.ts'
import type { Job, Jobs } from '../core/ports/job.ts'

export type ReportChunkInput = { batch: string; chunk: number; items: BatchItem[] }

export type ReportChunkDeps = {
  batches: Batches
  objects: Pick<BatchObjects, 'put'>
  jobs: Pick<Jobs, 'get'>
  results: { bucket: string; prefix: string }
}

/**
 * Writes the outcome of a chunk's items, from the records of their jobs, and adds their counts to the batch. Throws
 * `TooManyFailures` once more items of the batch have failed than it tolerates.
 */
export async function reportChunk(
  { batch, chunk, items }: ReportChunkInput,
  { batches, objects, jobs, results }: ReportChunkDeps,
): Promise<void> {
  const worked: WorkedItem[] = (await batches.openedItems(batch, chunk)) ?? items
  const ends = await Promise.all(
    worked.map(async (item) => resultOf(item, item.job ? await jobs.get(item.job) : undefined)),
  )
  const text = ends.map((end) => `${JSON.stringify(end)}\n`).join('')
  await objects.put(
    { bucket: results.bucket, key: batchKeys(batch, results.prefix).part(chunk) },
    text,
  )
  const all = await batches.addCounts(batch, chunk, countsOf(ends))
  const error = all?.total && tooManyFailures(all, all, all.total)
  if (error) throw error
}

function resultOf(item: WorkedItem, job: Job | undefined): ItemResult {
  if (item.failure) return { ...item, status: 'failed' }
  if (job?.status === 'succeeded') {
    const keys = job.results?.map(({ key }) => key) ?? []
    const { refused } = job
    return refused
      ? { ...item, status: 'refused', results: keys, refused }
      : { ...item, status: 'succeeded', results: keys }
  }
  if (job?.status === 'failed' && job.failure) {
    const { code, message } = job.failure
    const status = isRefusal(job.failure) ? 'refused' : 'failed'
    return { ...item, status, failure: { code, message } }
  }
  return { ...item, status: job?.status === 'parked' ? 'parked' : 'unfinished' }
}

/** How many results there are of each status. */
export function countsOf(ends: ItemResult[]): Counts {
  const counts: Counts = { ...NO_COUNTS }
  for (const { status } of ends) counts[status] += 1
  return counts
}
