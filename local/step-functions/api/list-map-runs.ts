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
  maxResults: fields.maxResults,
  nextToken: fields.nextToken,
})

/** ListMapRuns (API Reference), in the order the map runs started. */
export function listMapRuns(engine: Engine, body: unknown): object {
  const { executionArn, maxResults, nextToken } = readRequest(request, body)
  const { id, machine } = findExecution(engine, executionArn)
  const limit = pageSize(maxResults)
  const after = Number(pagePosition(nextToken, '0'))
  const rows = engine.store.mapRuns.ofExecution(id, limit + 1, after)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    mapRuns: page.map((row) => ({
      executionArn,
      mapRunArn: row.arn,
      stateMachineArn: machine,
      startDate: epochSeconds(row.started),
      ...(row.stopped === null ? {} : { stopDate: epochSeconds(row.stopped) }),
    })),
    ...(rows.length > limit && last ? { nextToken: pageToken(last.id) } : {}),
  }
}
