import * as z from 'zod'
import type { Engine } from '../run/engine.ts'
import { redrive } from '../run/redrive.ts'
import { Fault } from './fault.ts'
import { findExecution } from './find-execution.ts'
import { fields, readRequest, seconds } from './read-request.ts'

const request = z.object({ executionArn: fields.arn })

/** RedriveExecution: runs what did not succeed again. Throws ExecutionNotRedrivable for one that runs or succeeded. */
export function redriveExecution(engine: Engine, body: unknown): object {
  const row = findExecution(engine, readRequest(request, body).executionArn)
  if (row.status === 'RUNNING' || row.status === 'SUCCEEDED')
    throw new Fault('ExecutionNotRedrivable', `Execution is ${row.status} and cannot be redriven`)
  return { redriveDate: seconds(redrive(engine, row).redriven ?? 0) }
}
