import * as z from 'zod/mini'
import { log, setCorrelationId } from '../../log.ts'
import type { Batches } from '../ports/batch.ts'
import type { Tokens } from '../ports/tokens.ts'

export type EndItemDeps = { batches: Batches; tokens: Tokens }

const told = z.object({ detail: z.object({ job: z.string() }) })

/** Lets the chunks go on that waited for this job as their last. Harmless to repeat. */
export async function endItem(message: string, { batches, tokens }: EndItemDeps): Promise<void> {
  const { job } = told.parse(JSON.parse(message)).detail
  setCorrelationId(job)
  for (const { batch, chunk } of await batches.chunksWaitingFor(job)) {
    const free = await batches.removeJobs(batch, chunk, [job])
    if (free) await tokens.succeed(free, {})
    log.info('A batch heard of its job.', { batch, chunk })
  }
}
