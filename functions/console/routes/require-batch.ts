import { Failure } from '../../../catalog/failures/failure.ts'
import { findBatch } from '../../operate/batches/read-batch.ts'
import type { Batch } from '../../operate/pipeline-records.ts'
import type { RouteDeps } from './route.ts'

/** What the ids of batches look like. */
export const BATCH_ID = /^batch-[0-9a-f]{40}$/

/** @throws Failure InvalidParameters for what is no id, NotFound */
export async function requireBatch(
  { id = '' }: Readonly<Record<string, string>>,
  { pipeline }: RouteDeps,
): Promise<Batch> {
  if (!BATCH_ID.test(id)) {
    throw new Failure(
      'InvalidParameters',
      'id must be a batch’s: batch- and 40 hexadecimal digits.',
    )
  }
  const batch = await findBatch(pipeline, id)
  if (!batch) throw new Failure('NotFound', `There is no batch ${id}.`)
  return batch
}
