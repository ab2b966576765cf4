import * as z from 'zod'
import type { Engine } from '../run/engine.ts'
import type { ExecutionRow } from '../store/executions.ts'
import { ApiError } from './api-error.ts'
import { executionItem } from './describe-execution.ts'
import { findMachine, findMapRun } from './find.ts'
import { fields, pagePosition, pageSize, pageToken, readRequest } from './read-request.ts'

const request = z.object({
  stateMachineArn: fields.arn.optional(),
  mapRunArn: fields.arn.optional(),
  statusFilter: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']).optional(),
  maxResults: fields.maxResults,
  nextToken: fields.nextToken,
})

/** ListExecutions (API Reference): of a state machine, newest first, or the children of a map run, oldest first. */
export function listExecutions(engine: Engine, body: unknown): object {
  const { stateMachineArn, mapRunArn, statusFilter, maxResults, nextToken } = readRequest(
    request,
    body,
  )
  const limit = pageSize(maxResults)
  if ((stateMachineArn === undefined) === (mapRunArn === undefined))
    throw new ApiError(
      'ValidationException',
      'exactly one of stateMachineArn and mapRunArn is needed',
    )
  if (mapRunArn !== undefined) {
    const { id } = findMapRun(engine, mapRunArn)
    const after = Number(pagePosition(nextToken, '0'))
    return answer(engine.store.mapRuns.page(id, limit + 1, after, statusFilter), limit)
  }
  const { arn } = findMachine(engine, stateMachineArn!)
  const before = Number(pagePosition(nextToken, String(Number.MAX_SAFE_INTEGER)))
  const status = statusFilter === undefined ? {} : { status: statusFilter }
  return answer(
    engine.store.executions.page({ machine: arn, limit: limit + 1, before, ...status }),
    limit,
  )
}

function answer(rows: ExecutionRow[], limit: number): object {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    executions: page.map(executionItem),
    ...(rows.length > limit && last ? { nextToken: pageToken(last.id) } : {}),
  }
}
