import * as z from 'zod'
import type { Engine } from '../run/engine.ts'
import { executionItem } from './describe-execution.ts'
import { findMachine } from './find-machine.ts'
import { fields, pagePosition, pageSize, pageToken, readRequest } from './read-request.ts'

const request = z.object({
  stateMachineArn: fields.arn,
  statusFilter: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']).optional(),
  maxResults: fields.maxResults,
  nextToken: fields.nextToken,
})

/** ListExecutions, newest first. */
export function listExecutions(engine: Engine, body: unknown): object {
  const { stateMachineArn, statusFilter, maxResults, nextToken } = readRequest(request, body)
  const { arn } = findMachine(engine, stateMachineArn)
  const limit = pageSize(maxResults)
  const before = Number(pagePosition(nextToken, String(Number.MAX_SAFE_INTEGER)))
  const status = statusFilter === undefined ? {} : { status: statusFilter }
  const rows = engine.store.executions.page({ machine: arn, limit: limit + 1, before, ...status })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    executions: page.map(executionItem),
    ...(rows.length > limit && last ? { nextToken: pageToken(last.id) } : {}),
  }
}
