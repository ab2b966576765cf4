import type { BatchShown } from '../../../catalog/console/wire.ts'

/** Batches of several pages, each once as it was answered last, the newest first. */
export function mergeBatches(
  known: readonly BatchShown[],
  answered: readonly BatchShown[],
): BatchShown[] {
  const byId = new Map([...known, ...answered].map((batch) => [batch.id, batch]))
  return [...byId.values()].sort((one, other) => {
    if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1
    return one.id < other.id ? 1 : -1
  })
}
