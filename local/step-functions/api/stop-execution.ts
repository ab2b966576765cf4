import * as z from 'zod'
import { endRun } from '../run/end-run.ts'
import type { Engine } from '../run/engine.ts'
import { findExecution } from './find.ts'
import { epochSeconds, fields, readRequest } from './read-request.ts'

const request = z.object({
  executionArn: fields.arn,
  error: z.string().max(256).optional(),
  cause: z.string().max(32_768).optional(),
})

/** StopExecution (API Reference): ends a running execution as ABORTED. An execution that has ended is not changed. */
export function stopExecution(engine: Engine, body: unknown): object {
  const { executionArn, error, cause } = readRequest(request, body)
  const row = findExecution(engine, executionArn)
  const now = engine.clock.now()
  if (row.status !== 'RUNNING') return { stopDate: epochSeconds(row.stopped ?? now) }
  if (!engine.runs.has(row.arn)) engine.runExecution(row)
  const root = engine.runs.get(row.arn)?.root
  if (root)
    endRun(root, {
      status: 'ABORTED',
      ...(error === undefined ? {} : { error }),
      ...(cause === undefined ? {} : { cause }),
    })
  return { stopDate: epochSeconds(now) }
}
