import type { Batch } from '../ports/batch.ts'

/** The partition of the table of batches that lists all of them by time. */
export const BATCH_LIST = 'batches'

/** A batch's item in that list. Its sort key orders the list: when the batch was made, and its id. */
export function batchEntry({ id: batch, createdAt }: Pick<Batch, 'id' | 'createdAt'>) {
  return { id: BATCH_LIST, entry: `${createdAt}~${batch}`, batch, createdAt }
}
