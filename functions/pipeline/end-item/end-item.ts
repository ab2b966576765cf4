import * as z from 'zod/mini'
import { correlate, log } from '../../log.ts'
import type { Batches } from '../batches/batch.ts'
import type { Tokens } from '../inbox/tokens.ts'

export type EndItemDeps = { batches: Batches; tokens: Tokens }

const told = z.object({ detail: z.object({ job: z.string() }) })

/** Lets the chunks go on that waited for this job as their last. Harmless to repeat. */
export const endItem = async (message: string, { batches, tokens }: EndItemDeps): Promise<void> => {
  const { job } = told.parse(JSON.parse(message)).detail
  correlate(job)
  for (const { batch, chunk } of await batches.waitingFor(job)) {
    const free = await batches.strike(batch, chunk, [job])
    if (free) await tokens.succeed(free, {})
    log.info('A batch heard of its job.', { batch, chunk })
  }
}
