import * as z from 'zod'
import type { Engine } from '../run/engine.ts'
import { findExecution } from './find.ts'
import {
  epochSeconds,
  fields,
  pagePosition,
  pageSize,
  pageToken,
  readRequest,
} from './read-request.ts'

const request = z.object({
  executionArn: fields.arn,
  reverseOrder: z.boolean().default(false),
  includeExecutionData: z.boolean().default(true),
  maxResults: fields.maxResults,
  nextToken: fields.nextToken,
})

const dataFields = new Set(['input', 'output', 'parameters', 'assignedVariables'])

function withoutData(details: object): object {
  return Object.fromEntries(
    Object.entries(details).map(([name, member]) => [
      name,
      Object.fromEntries(Object.entries(member as object).filter(([key]) => !dataFields.has(key))),
    ]),
  )
}

/** GetExecutionHistory (API Reference), oldest event first unless `reverseOrder` is set. */
export function getExecutionHistory(engine: Engine, body: unknown): object {
  const { executionArn, reverseOrder, includeExecutionData, maxResults, nextToken } = readRequest(
    request,
    body,
  )
  const { id } = findExecution(engine, executionArn)
  const limit = pageSize(maxResults)
  const from = Number(pagePosition(nextToken, reverseOrder ? String(Number.MAX_SAFE_INTEGER) : '0'))
  const rows = engine.store.history.page(id, from, limit + 1, reverseOrder)
  const next = rows[limit]
  return {
    events: rows.slice(0, limit).map((row) => {
      const details = JSON.parse(row.details) as object
      return {
        timestamp: epochSeconds(row.at),
        type: row.type,
        id: row.id,
        previousEventId: row.previous,
        ...(includeExecutionData ? details : withoutData(details)),
      }
    }),
    ...(next ? { nextToken: pageToken(next.id) } : {}),
  }
}
