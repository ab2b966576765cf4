import * as z from 'zod'
import type { Engine } from '../run/engine.ts'
import { redrive } from '../run/redrive.ts'
import { ApiError } from './api-error.ts'
import { findExecution } from './find.ts'
import { epochSeconds, fields, readRequest } from './read-request.ts'

const request = z.object({ executionArn: fields.arn })

/**
 * RedriveExecution (API Reference): runs the unsuccessful states again. Throws ExecutionNotRedrivable for an
 * execution that is running or succeeded.
 */
export function redriveExecution(engine: Engine, body: unknown): object {
  const row = findExecution(engine, readRequest(request, body).executionArn)
  if (row.status === 'RUNNING' || row.status === 'SUCCEEDED')
    throw new ApiError(
      'ExecutionNotRedrivable',
      `Execution is ${row.status} and cannot be redriven`,
    )
  return { redriveDate: epochSeconds(redrive(engine, row).redriven!) }
}
