import * as z from 'zod/mini'
import { log, setCorrelationId } from '../../log.ts'
import type { Batches } from '../core/ports/batch.ts'
import type { Tokens } from '../core/ports/tokens.ts'

export type EndItemDeps = { batches: Batches; tokens: Tokens }

const message = z.object({ detail: z.object({ job: z.string() }) })

/** Resumes the chunks for which this job was the last one they waited for. Idempotent. */
export async function endItem(body: string, { batches, tokens }: EndItemDeps): Promise<void> {
  const { job } = message.parse(JSON.parse(body)).detail
  setCorrelationId(job)
  for (const { batch, chunk } of await batches.chunksWaitingFor(job)) {
    const free = await batches.removeJobs(batch, chunk, [job])
    if (free) await tokens.succeed(free, {})
    log.info('A batch heard of its job.', { batch, chunk })
  }
}
