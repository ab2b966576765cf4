import * as z from 'zod'
import type { Engine } from '../run/engine.ts'
import type { ExecutionRow } from '../store/executions.ts'
import { findExecution } from './find.ts'
import { epochSeconds, fields, readRequest } from './read-request.ts'

const request = z.object({ executionArn: fields.arn })

/** The fields of an execution that DescribeExecution and ListExecutions share. */
export function executionItem(row: ExecutionRow): object {
  return {
    executionArn: row.arn,
    stateMachineArn: row.machine,
    name: row.name,
    status: row.status,
    startDate: epochSeconds(row.started),
    ...(row.stopped === null ? {} : { stopDate: epochSeconds(row.stopped) }),
    redriveCount: row.redrives,
    ...(row.redriven === null ? {} : { redriveDate: epochSeconds(row.redriven) }),
  }
}

/** DescribeExecution (API Reference). An execution that failed, timed out or was aborted can be redriven. */
export function describeExecution(engine: Engine, body: unknown): object {
  const row = findExecution(engine, readRequest(request, body).executionArn)
  const redrivable = row.status !== 'RUNNING' && row.status !== 'SUCCEEDED'
  return {
    ...executionItem(row),
    input: row.input,
    inputDetails: { included: true },
    ...(row.output === null ? {} : { output: row.output, outputDetails: { included: true } }),
    ...(row.error ? { error: row.error } : {}),
    ...(row.cause ? { cause: row.cause } : {}),
    redriveStatus: redrivable ? 'REDRIVABLE' : 'NOT_REDRIVABLE',
  }
}
