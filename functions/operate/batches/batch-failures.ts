import type { Batch } from '../../pipeline/core/ports/batch.ts'
import { reasonIn } from '../jobs/group-failures.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { readBatchItems } from './read-batch-items.ts'

/** What failed in a batch, or did not suit, for one reason. `message` is that of the first file. */
export type BatchFailures = {
  code: string
  message: string
  count: number
  examples: { key?: string; job?: string }[]
}

/** Files of a group that are named. */
const EXAMPLES = 6
/** Files that are looked at: a batch of a million may fail as a whole, and whoever asks waits. */
const MOST = 10_000
const UNTOLD = { code: 'JobFailed', message: '' }

/**
 * What did not work out in a batch that has ended, by reason, the largest group first: of its first 10,000 such files,
 * and whether there are more.
 */
export async function batchFailures(
  batch: Pick<Batch, 'results'>,
  clients: Pick<PipelineClients, 's3' | 'at'>,
): Promise<{ groups: BatchFailures[]; more: boolean }> {
  const groups = new Map<string, BatchFailures>()
  let seen = 0
  let after: number | undefined
  do {
    const page = await readBatchItems(batch, { after, state: ['failed', 'refused'] }, clients)
    for (const { failure, refused, key, job } of page.items) {
      const { code, message } =
        failure ?? (refused && { ...refused, message: refused.words }) ?? UNTOLD
      const reason = `${code} ${reasonIn(message)}`
      const group = groups.get(reason) ?? { code, message, count: 0, examples: [] }
      group.count += 1
      if (group.examples.length < EXAMPLES) {
        group.examples.push({ ...(key && { key }), ...(job && { job }) })
      }
      groups.set(reason, group)
    }
    seen += page.items.length
    after = page.next
  } while (after !== undefined && seen < MOST)
  return {
    groups: [...groups.values()].sort((left, right) => right.count - left.count),
    more: after !== undefined,
  }
}
